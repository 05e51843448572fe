// A round at a house over its service, with the client that is generated from its description:
//
//   curl http://127.0.0.1:8000/api/schema/openapi.json > openapi.json
//   python -m tools.typescript_client openapi.json > client.ts
//   deno run --allow-net play_a_round.ts http://127.0.0.1:8000 T1 DEALER_TOKEN PLAYER_TOKEN

import { Client, type CommandRequest, Refused } from "./client.ts";

const [address, table, dealerToken, playerToken] = Deno.args;
const dealer = new Client(address, dealerToken);
const player = new Client(address, playerToken);

type Command = CommandRequest["command"];
const give = (who: Client, command: Command) => who.give_command(table, { command }, crypto.randomUUID());

const ante: Command = { do: "place_wager", box: 1, wager: "ante", amount: 10_00 };
try {
  await give(player, ante);
} catch (refused) {
  if (!(refused instanceof Refused)) throw refused;
  console.log(refused.status, refused.trouble.code, refused.trouble.clause);
}
await give(dealer, { do: "open_bets" });
const first = await player.give_command(table, { command: ante }, "my-first-ante");
const again = await player.give_command(table, { command: ante }, "my-first-ante");
if (first.version !== again.version) throw new Error("the same key is carried out once");
await give(dealer, { do: "close_bets" });
await give(dealer, { do: "deal" });
await give(player, { do: "view_hand", box: 1 });
await give(player, { do: "place_wager", box: 1, wager: "bet" });
await give(dealer, { do: "reveal_dealer" });
await give(dealer, { do: "settle" });
const { rounds } = await player.list_own_rounds({ table, limit: 1 });
const me = (await player.show_me()).person;
for (const line of rounds[0].lines) console.log(me?.id, line.wager, line.result, ...line.clauses);
