/* Queries on the commands that the server offers, in the terms of the console. */

/** @import { TableCommand } from "../../api.d.ts" */

/**
 * The box that a command is about, if it is about one.
 * @param {TableCommand} command
 */
export const boxOf = (command) => ("box" in command && typeof command.box === "number" ? command.box : null);
