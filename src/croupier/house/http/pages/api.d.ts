/* What the service takes and gives. Written by tools/page_types.py: `make types`. */

/** Every route: what fills its address, what is sent along, what comes back. */
export interface Routes {
  "GET /api/alarms": {
    given: Record<never, never>;
    data: undefined;
    answer: AlarmView[];
  };
  "GET /api/audit/events": {
    given: {
      kind?: string | null;
      person?: string | null;
      table?: string | null;
      jackpot?: string | null;
      text?: string | null;
      from?: string | null;
      to?: string | null;
      before?: string | null;
      limit?: number;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: Page;
  };
  "GET /api/audit/rounds": {
    given: {
      table?: string | null;
      player?: string | null;
      day?: string | null;
      min_won?: number | null;
      before?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Rounds;
  };
  "GET /api/audit/rounds/{table}/{number}": {
    given: {
      table: string;
      number: number;
      viewer?: string;
    };
    data: undefined;
    answer: RoundRecord;
  };
  "GET /api/book": {
    given: Record<never, never>;
    data: undefined;
    answer: (Record<string, any>)[];
  };
  "GET /api/book/clauses/{document}/{number}": {
    given: {
      document: string;
      number: string;
      table?: string | null;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/coverage": {
    given: Record<never, never>;
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/differences": {
    given: {
      a: string;
      b: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/readings/{reading}": {
    given: {
      reading: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/search": {
    given: {
      q: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/{rulebook}": {
    given: {
      rulebook: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/book/{rulebook}/play": {
    given: {
      rulebook: string;
    };
    data: undefined;
    answer: Lesson;
  };
  "POST /api/commands": {
    given: Record<never, never>;
    data: CommandRequest;
    answer: Accepted;
  };
  "GET /api/floor/buy-ins": {
    given: Record<never, never>;
    data: undefined;
    answer: BuyInToday[];
  };
  "GET /api/floor/cage": {
    given: Record<never, never>;
    data: undefined;
    answer: CageToday;
  };
  "GET /api/floor/drawers": {
    given: Record<never, never>;
    data: undefined;
    answer: DrawerToday[];
  };
  "GET /api/floor/needs": {
    given: Record<never, never>;
    data: undefined;
    answer: TableNeeds[];
  };
  "GET /api/floor/pit": {
    given: Record<never, never>;
    data: undefined;
    answer: Pit;
  };
  "GET /api/floor/players": {
    given: {
      match?: string;
    };
    data: undefined;
    answer: Sitter[];
  };
  "GET /api/floor/rotation": {
    given: Record<never, never>;
    data: undefined;
    answer: Rotating;
  };
  "GET /api/floor/slips": {
    given: Record<never, never>;
    data: undefined;
    answer: OpenSlips;
  };
  "GET /api/floor/tables/{table}": {
    given: {
      table: string;
      said?: boolean;
    };
    data: undefined;
    answer: Console;
  };
  "POST /api/floor/tables/{table}/foresee": {
    given: {
      table: string;
    };
    data: ForeseenRequest;
    answer: Consequences;
  };
  "POST /api/guest": {
    given: Record<never, never>;
    data: Guest;
    answer: Me;
  };
  "GET /api/jackpots": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: JackpotMeters[];
  };
  "GET /api/jackpots/{jackpot}": {
    given: {
      jackpot: string;
    };
    data: undefined;
    answer: JackpotMeters;
  };
  "POST /api/language": {
    given: Record<never, never>;
    data: LanguageWanted;
    answer: Me;
  };
  "GET /api/log/consistency": {
    given: {
      seq: number;
      link: string;
    };
    data: undefined;
    answer: Consistency;
  };
  "GET /api/log/heads": {
    given: Record<never, never>;
    data: undefined;
    answer: Heads;
  };
  "POST /api/log/witness": {
    given: Record<never, never>;
    data: PublishedHead;
    answer: Witness;
  };
  "GET /api/me": {
    given: Record<never, never>;
    data: undefined;
    answer: Me;
  };
  "GET /api/me/rounds": {
    given: {
      table?: string | null;
      before?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: PlayersRounds;
  };
  "GET /api/notices": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Notice[];
  };
  "GET /api/odds": {
    given: Record<never, never>;
    data: undefined;
    answer: (Record<string, any>)[];
  };
  "GET /api/odds/differences": {
    given: {
      a: string;
      b: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/odds/{rulebook}": {
    given: {
      rulebook: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/odds/{rulebook}/advice": {
    given: {
      rulebook: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
      hand?: string;
      up_card?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/odds/{rulebook}/exercise": {
    given: {
      rulebook: string;
      seed: string;
      level?: number;
    };
    data: undefined;
    answer: Drawn;
  };
  "GET /api/odds/{rulebook}/exercise/graded": {
    given: {
      rulebook: string;
      seed: string;
      choice: "stay" | "fold";
      level?: number;
    };
    data: undefined;
    answer: Graded;
  };
  "GET /api/odds/{rulebook}/long-run": {
    given: {
      rulebook: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/odds/{rulebook}/readings": {
    given: {
      rulebook: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: (Record<string, any>)[];
  };
  "GET /api/odds/{rulebook}/rule": {
    given: {
      rulebook: string;
    };
    data: undefined;
    answer: RulesToRemember;
  };
  "GET /api/odds/{rulebook}/strategy": {
    given: {
      rulebook: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/passkeys": {
    given: Record<never, never>;
    data: undefined;
    answer: PasskeyView[];
  };
  "POST /api/passkeys": {
    given: Record<never, never>;
    data: PasskeyMade;
    answer: PasskeyView[];
  };
  "POST /api/passkeys/begin": {
    given: Record<never, never>;
    data: undefined;
    answer: NewPasskey;
  };
  "GET /api/passkeys/challenge": {
    given: Record<never, never>;
    data: undefined;
    answer: Challenge;
  };
  "DELETE /api/passkeys/{passkey}": {
    given: {
      passkey: string;
    };
    data: Shown;
    answer: PasskeyView[];
  };
  "POST /api/password": {
    given: Record<never, never>;
    data: ChangePassword;
    answer: Me;
  };
  "GET /api/payables": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: PayableView[];
  };
  "GET /api/people": {
    given: {
      search?: string;
      role?:
        | "player"
        | "dealer"
        | "pit_supervisor"
        | "pit_manager"
        | "shift_manager"
        | "cage"
        | "auditor"
        | "administrator"
        | "device"
        | null;
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: AccountView[];
  };
  "POST /api/people": {
    given: Record<never, never>;
    data: NewPerson;
    answer: OneTimePassword;
  };
  "GET /api/people/{person}": {
    given: {
      person: string;
    };
    data: undefined;
    answer: AccountView;
  };
  "POST /api/people/{person}/acting": {
    given: {
      person: string;
    };
    data: ActingRole;
    answer: AccountView;
  };
  "DELETE /api/people/{person}/acting/{role}": {
    given: {
      person: string;
      role:
        | "player"
        | "dealer"
        | "pit_supervisor"
        | "pit_manager"
        | "shift_manager"
        | "cage"
        | "auditor"
        | "administrator"
        | "device";
    };
    data: undefined;
    answer: AccountView;
  };
  "POST /api/people/{person}/exclude": {
    given: {
      person: string;
    };
    data: Exclusion;
    answer: AccountView;
  };
  "PUT /api/people/{person}/name": {
    given: {
      person: string;
    };
    data: NewName;
    answer: AccountView;
  };
  "POST /api/people/{person}/password": {
    given: {
      person: string;
    };
    data: undefined;
    answer: OneTimePassword;
  };
  "POST /api/people/{person}/readmit": {
    given: {
      person: string;
    };
    data: StatedReason;
    answer: AccountView;
  };
  "POST /api/people/{person}/restore": {
    given: {
      person: string;
    };
    data: StatedReason;
    answer: AccountView;
  };
  "PUT /api/people/{person}/roles": {
    given: {
      person: string;
    };
    data: Roles;
    answer: AccountView;
  };
  "DELETE /api/people/{person}/second-factor": {
    given: {
      person: string;
    };
    data: undefined;
    answer: AccountView;
  };
  "POST /api/people/{person}/suspend": {
    given: {
      person: string;
    };
    data: StatedReason;
    answer: AccountView;
  };
  "GET /api/proposals": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: ProposalView[];
  };
  "GET /api/receipts/{number}": {
    given: {
      number: number;
    };
    data: undefined;
    answer: CashMovement;
  };
  "GET /api/reports/cash": {
    given: {
      day?: string | null;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: CashReport;
  };
  "GET /api/reports/compliance": {
    given: Record<never, never>;
    data: undefined;
    answer: Compliance;
  };
  "GET /api/reports/dealers": {
    given: {
      day?: string | null;
    };
    data: undefined;
    answer: DealersReport;
  };
  "GET /api/reports/dossier/{jackpot}": {
    given: {
      jackpot: string;
      format?: "json" | "markdown" | "pdf";
    };
    data: undefined;
    answer: Dossier;
  };
  "GET /api/reports/irregularities": {
    given: {
      day?: string | null;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: Irregularities;
  };
  "GET /api/reports/jackpots": {
    given: {
      format?: "json" | "csv";
    };
    data: undefined;
    answer: Reconciliation[];
  };
  "GET /api/reports/liability": {
    given: {
      format?: "json" | "csv";
    };
    data: undefined;
    answer: Liability;
  };
  "GET /api/reports/ratings": {
    given: {
      day?: string | null;
      player?: string | null;
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Ratings;
  };
  "GET /api/reports/shift": {
    given: {
      day?: string | null;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: Shift;
  };
  "GET /api/reports/shifts": {
    given: {
      day?: string | null;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: ShiftsReport;
  };
  "GET /api/reports/tables": {
    given: {
      day?: string | null;
      format?: "json" | "csv";
    };
    data: undefined;
    answer: TablesReport;
  };
  "GET /api/returns": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: ReturnView[];
  };
  "GET /api/school": {
    given: Record<never, never>;
    data: undefined;
    answer: SchoolView;
  };
  "POST /api/school/answers": {
    given: Record<never, never>;
    data: Answers;
    answer: Answered;
  };
  "GET /api/school/exercise": {
    given: {
      kind: "hand" | "winner" | "pay" | "chips" | "call" | "irregularity";
      rulebook?: string | null;
      table?: string | null;
      level?: number;
      seed?: string | null;
    };
    data: undefined;
    answer: Exercise;
  };
  "GET /api/school/pupils": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Pupil[];
  };
  "DELETE /api/second-factor": {
    given: Record<never, never>;
    data: Shown;
    answer: Me;
  };
  "POST /api/second-factor": {
    given: Record<never, never>;
    data: undefined;
    answer: SecondFactor;
  };
  "POST /api/second-factor/confirm": {
    given: Record<never, never>;
    data: CodeGiven;
    answer: Me;
  };
  "DELETE /api/session": {
    given: Record<never, never>;
    data: undefined;
    answer: Me;
  };
  "POST /api/session": {
    given: Record<never, never>;
    data: LogIn;
    answer: Me;
  };
  "GET /api/session/challenge": {
    given: Record<never, never>;
    data: undefined;
    answer: Challenge;
  };
  "POST /api/session/passkey": {
    given: Record<never, never>;
    data: PasskeyLogIn;
    answer: Me;
  };
  "POST /api/session/proof": {
    given: Record<never, never>;
    data: Shown;
    answer: Me;
  };
  "DELETE /api/sessions": {
    given: Record<never, never>;
    data: undefined;
    answer: Me;
  };
  "GET /api/shoes": {
    given: Record<never, never>;
    data: undefined;
    answer: ShoeView[];
  };
  "POST /api/shoes": {
    given: Record<never, never>;
    data: AgreedShoe;
    answer: MadeToken;
  };
  "GET /api/slips/{jackpot}/{table}/{number}": {
    given: {
      jackpot: string;
      table: string;
      number: number;
    };
    data: undefined;
    answer: Slip[];
  };
  "GET /api/tables": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: TableSummary[];
  };
  "GET /api/tables/{table}": {
    given: {
      table: string;
    };
    data: undefined;
    answer: HouseTableView;
  };
  "GET /api/tables/{table}/advice": {
    given: {
      table: string;
      box: number;
    };
    data: undefined;
    answer: BoxAdvice | null;
  };
  "GET /api/tables/{table}/book": {
    given: {
      table: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "POST /api/tables/{table}/commands": {
    given: {
      table: string;
    };
    data: CommandRequest;
    answer: Accepted;
  };
  "GET /api/tables/{table}/company": {
    given: {
      table: string;
    };
    data: undefined;
    answer: TableCompany;
  };
  "GET /api/tables/{table}/editions": {
    given: {
      table: string;
    };
    data: undefined;
    answer: TableEditions;
  };
  "GET /api/tables/{table}/felt": {
    given: {
      table: string;
    };
    data: undefined;
    answer: PrintedFelt;
  };
  "GET /api/tables/{table}/legal": {
    given: {
      table: string;
    };
    data: undefined;
    answer: TableCommand[];
  };
  "GET /api/tables/{table}/odds": {
    given: {
      table: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/tables/{table}/odds/advice": {
    given: {
      table: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
      hand?: string;
      up_card?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/tables/{table}/odds/exercise": {
    given: {
      table: string;
      seed: string;
      level?: number;
    };
    data: undefined;
    answer: Drawn;
  };
  "GET /api/tables/{table}/odds/exercise/graded": {
    given: {
      table: string;
      seed: string;
      choice: "stay" | "fold";
      level?: number;
    };
    data: undefined;
    answer: Graded;
  };
  "GET /api/tables/{table}/odds/long-run": {
    given: {
      table: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/tables/{table}/odds/readings": {
    given: {
      table: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: (Record<string, any>)[];
  };
  "GET /api/tables/{table}/odds/rule": {
    given: {
      table: string;
    };
    data: undefined;
    answer: RulesToRemember;
  };
  "GET /api/tables/{table}/odds/rulebook": {
    given: {
      table: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/tables/{table}/odds/strategy": {
    given: {
      table: string;
      pays?: (string)[] | null;
      side_pays?: (string)[] | null;
      ante_bonus_pays?: (string)[] | null;
      jackpot_pays?: (string)[] | null;
      ante?: number | null;
      meter?: number;
      reset?: number;
      stake?: number;
      increment?: string;
      players?: number;
      boxes?: number;
      tables?: number;
      magic_every?: number;
      lucky_every?: number;
      rounds_per_hour?: number;
      participation?: string;
      strategy?: string;
    };
    data: undefined;
    answer: Record<string, any>;
  };
  "GET /api/tables/{table}/odds/terms": {
    given: {
      table: string;
    };
    data: undefined;
    answer: TableTerms;
  };
  "GET /api/tables/{table}/play": {
    given: {
      table: string;
    };
    data: undefined;
    answer: Lesson;
  };
  "GET /api/tables/{table}/rounds": {
    given: {
      table: string;
      before?: number | null;
      limit?: number;
    };
    data: undefined;
    answer: RoundPlayed[];
  };
  "GET /api/tables/{table}/rounds/{number}": {
    given: {
      table: string;
      number: number;
    };
    data: undefined;
    answer: Replay;
  };
  "GET /api/tokens": {
    given: {
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: TokenView[];
  };
  "POST /api/tokens": {
    given: Record<never, never>;
    data: NewToken;
    answer: MadeToken;
  };
  "DELETE /api/tokens/{token}": {
    given: {
      token: string;
    };
    data: undefined;
    answer: TokenView[];
  };
  "POST /api/tokens/{token}/vouch": {
    given: {
      token: string;
    };
    data: undefined;
    answer: TokenView[];
  };
  "GET /api/wallet": {
    given: {
      limit?: number;
    };
    data: undefined;
    answer: WalletPage;
  };
  "GET /api/wallet/movements": {
    given: {
      money?: "live" | "practice";
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Movement[];
  };
  "GET /api/wallets/{player}": {
    given: {
      player: string;
      limit?: number;
    };
    data: undefined;
    answer: WalletPage;
  };
  "GET /api/wallets/{player}/movements": {
    given: {
      player: string;
      money?: "live" | "practice";
      after?: string | null;
      limit?: number;
    };
    data: undefined;
    answer: Movement[];
  };
  "GET /health": {
    given: Record<never, never>;
    data: undefined;
    answer: Health;
  };
}

/** A command was carried out and is on disk. */
export interface Accepted {
  command: string;
  stream: string;
  version: number;
  proposal?: string | null;
}

export type Access = "registered" | "roles" | "password" | "second_factor";

/** A person in the register. */
export interface AccountView {
  id: string;
  name: string;
  roles: HouseRole[];
  acting: Acting[];
  guest: boolean;
  suspended: string | null;
  excluded: string | null;
  excluded_until: string | null;
  must_change_password: boolean;
  second_factor: boolean;
  passkeys: number;
  registered: string;
  sessions: number;
  in_hand: InHand[];
}

/** One command: who gave it, when, what followed, and the table after it. */
export interface Act {
  at: string;
  by: Signature | null;
  command: string;
  key: string;
  events: RecordedEvent[];
  view: TableView;
}

/** One movement of chips for one wager, to the cent of the ledger. */
export interface ActDone {
  box: number;
  player: string;
  wager: string;
  kind: ActKind;
  amount: number;
  laid: number;
}

export type ActKind = "take" | "give_back" | "pay" | "collect" | "prize";

/** Something that the dealer does, or has done. */
export interface ActView {
  id: string | null;
  player: string;
  box: number | null;
  wager: string | null;
  kind: ActKind;
  amount: number;
  chips: number;
  odd: number;
  at_cage: boolean;
  set_off: number;
  cut: ([number, number])[];
  clauses: string[];
  parts: ActDone[];
  stakes: number;
  by: string | null;
  at: string | null;
  wrong: boolean;
}

/** A role for a time. */
export interface Acting {
  role: HouseRole;
  until: string;
  reason: string;
}

export interface ActingRole {
  role: HouseRole;
  until: string;
  reason: string;
}

/** The person who gives a command, and the role in which they give it. */
export interface Actor {
  id: string;
  role: Role;
}

/** The dealer has paid, taken or given back what a settled round says. */
export interface ActsConfirmed {
  event: "acts_confirmed";
  round: number;
  settlement: number;
  by: string;
  acts: ActDone[];
  odd: Odd[];
}

/** A player's part of the shuffle: the one fixed before is opened, the next one is fixed. */
export interface AddSeed {
  do: "add_seed";
  next: string;
  seed?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A recorded correction of the meter. */
export interface AdjustJackpot {
  do: "adjust_jackpot";
  jackpot: string;
  amount: number;
  reason: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A shoe is to deal its cards at a table: whoever proposes it may then make its token. */
export interface AdmitShoe {
  do: "admit_shoe";
  table: string;
  name: string;
  until?: string | null;
}

export interface AgreedShoe {
  proposal: string;
}

/** An alarm that stands. */
export interface AlarmView {
  alarm: string;
  since: string;
  text: string;
  means: string;
  do: string;
}

/** Players are told that the table closes after one more round. */
export interface AnnounceLastRound {
  do: "announce_last_round";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Staff have come to a player who called them. */
export interface AnswerCall {
  do: "answer_call";
  call: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Somebody sees to what the dealer asked for. */
export interface AnswerNeed {
  do: "answer_need";
  call: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** The marks. */
export interface Answered {
  marked: Marked;
  counted: boolean;
  own: Progress[];
}

/** Answers to the exercise that a seed stands for. */
export interface Answers {
  kind: Kind;
  seed: string;
  level?: number;
  rulebook?: string | null;
  table?: string | null;
  answers?: Record<string, string>;
}

export type AnyCommand =
  | OpenBets
  | PlaceWager
  | WithdrawWager
  | CloseBets
  | Deal
  | HandleHand
  | ViewHand
  | ShowHand
  | Fold
  | Leave
  | ClaimJackpot
  | Draw
  | RevealDealer
  | DeclineReveal
  | Settle
  | Report
  | Rule
  | Choose
  | RestrictPlayer
  | BarPlayer
  | ReadmitPlayer
  | SetJackpotService
  | CloseTable
  | OpenTable
  | DisallowBoxes
  | CorrectEntry
  | OrderClaims
  | AdjustJackpot
  | RegisterTable
  | RegisterJackpot
  | SignOn
  | SignOff
  | AnnounceLastRound
  | ChangeLimits
  | PauseTable
  | ResumeTable
  | AnswerCall
  | CallFor
  | AnswerNeed
  | TakeSeat
  | LeaveSeat
  | AddSeed
  | SeatBot
  | UnseatBot
  | PlayAlone
  | RequestWager
  | NoteLossLimit
  | NoteRefusedReport
  | ConfirmActs
  | ReportPayment
  | ChangeJackpot
  | FailLink
  | RestoreLink
  | BuyIn
  | CashOut
  | BuyChips
  | RedeemChips
  | PayRemainder
  | PayPrize
  | OpenDrawer
  | CloseDrawer
  | MoveBankroll
  | CorrectBuyIn
  | OpenShift
  | HandOverShift
  | CloseShift
  | PlanRotation
  | TableBuyIn
  | Fill
  | Credit
  | RequestTransfer
  | IssueTransfer
  | ReceiveTransfer
  | CancelTransfer
  | CountFloat
  | CountDrop
  | RecountDrop
  | CloseDay
  | ReopenDay
  | SetLossLimit
  | Recover
  | ConfigureCage
  | PayJackpot
  | ReturnPayment
  | RetireJackpot
  | ChangeEdition
  | AdmitShoe
  | Approve
  | Decline;

/** A second person agrees: what was proposed is carried out. */
export interface Approve {
  do: "approve";
  proposal: string;
}

/** One question. */
export interface Ask {
  name: string;
  words: string;
  form: Form;
  options: SchoolOption[];
}

/** No further play until readmitted. */
export interface BarPlayer {
  do: "bar_player";
  player: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A clause, in our words. */
export interface Because {
  clause: string;
  gist: string;
}

export interface BetsClosed {
  event: "bets_closed";
}

export interface BetsOpened {
  event: "bets_opened";
  round: number;
  edition: string;
  jackpot_available: boolean;
}

/** A demonstration player and what is to be known of it. */
export interface BotAtTable {
  box: number;
  name: string;
  pace: string;
  stay_with: string[];
}

export interface BotSeated {
  event: "bot_seated";
  box: number;
  name: string;
  strategy: string;
  ante: number;
  jackpot: boolean;
  pace: Pace;
}

export interface BotUnseated {
  event: "bot_unseated";
  box: number;
}

/** They play again: a player asked them to, or whoever wanted to be alone is gone. */
export interface BotsSatDown {
  event: "bots_sat_down";
  player: string | null;
}

/** The demonstration players let a player have the table alone. */
export interface BotsSatOut {
  event: "bots_sat_out";
  player: string;
}

/** Both decisions for one hand, and which is better. */
export interface BoxAdvice {
  box: number;
  holding: string;
  stay: Value;
  fold: Value;
  best: string;
  margin: number;
  dealer: DealerChances;
}

/** A box as the viewer sees it. */
export interface BoxView {
  box: number;
  seated: string;
  wagers: WagerView[];
  jackpot: number;
  dealer_jackpot: number;
  choice: Choice;
  has_hand: boolean;
  viewed: boolean;
  out: boolean;
  hand: HandView | null;
}

export interface BoxesDisallowed {
  event: "boxes_disallowed";
  boxes: number[];
  by: Actor;
}

/** Cash for physical chips at the cage. */
export interface BuyChips {
  do: "buy_chips";
  player: string;
  amount: number;
}

/** Cash for the wallet; play money a player takes for themself. */
export interface BuyIn {
  do: "buy_in";
  player: string;
  amount: number;
  money?: Money;
}

/** A buy-in that is to be put right. */
export interface BuyInProposed {
  what: string;
  player: string;
  table: string | null;
  stands: number;
  should: number;
}

/** A buy-in of the current gaming day. */
export interface BuyInToday {
  receipt: number;
  at: string;
  what: string;
  player: string;
  table: string | null;
  entered: number;
  amount: number;
  by: string | null;
}

/** Set in the house's configuration, and recorded whenever they are others than before. */
export interface CageLimits {
  buy_in?: number;
  cash_out?: number;
  table_buy_in?: number;
  fill?: number;
  credit?: number;
  count?: number;
  second_person_above?: number;
  two_people?: boolean;
}

/** The current gaming day. Looking at it posts nothing. */
export interface CageToday {
  day: string;
  closed: boolean;
  last_closed: string | null;
  reopened: string | null;
  tables: TableToday[];
  practice: string[];
  report: DayReport;
  against: string[];
  shift: StaffShift | null;
  managers: string[];
}

/** A player's words for the staff. */
export interface Call {
  number: number;
  player: string;
  irregularity: Irregularity;
  box: number | null;
  words: string;
  answered_by: string | null;
}

/** The dealer asks pit or cage for something; play goes on. */
export interface CallFor {
  do: "call_for";
  need: Need;
  words?: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Words that the dealer speaks. */
export interface CallMade {
  event: "call_made";
  text: string;
  clauses: string[];
}

/** Nothing comes of a slip; chips that had left are back. */
export interface CancelTransfer {
  do: "cancel_transfer";
  table: string;
  slip: number;
  reason: string;
}

export type Cards = "electronic" | "live";

/** The cash of the cage in a gaming day, in its safe and its drawers. */
export interface CashBooks {
  opening: number;
  bankroll: number;
  taken_in: number;
  paid_out: number;
  drops: number;
  differences: number;
  closing: number;
}

/** Cash from a patron, or to one; a buy-in that was put right, by what it changed. */
export interface CashMovement {
  stream: string;
  number: number;
  at: string;
  what: string;
  player: string;
  way: Direction;
  amount: number;
  by: string | null;
  drawer: string | null;
  table: string | null;
  approved_by: string | null;
}

/** Cash for what the wallet holds. */
export interface CashOut {
  do: "cash_out";
  player: string;
  amount: number;
}

/** All cash of patrons in a gaming day. */
export interface CashReport {
  day: string;
  threshold: number;
  taken_in: number;
  paid_out: number;
  movements: CashMovement[];
  large: LargeCash[];
  books: CashBooks | null;
  uncounted: string[];
}

/** To be signed by a passkey that was registered at this site. */
export interface Challenge {
  challenge: string;
  site: string;
}

/** From a stated time on a table runs another edition of its game, or another file of it. */
export interface ChangeEdition {
  do: "change_edition";
  table: string;
  rulebook: string;
  since: string;
  reason: string;
}

/** Other parameters of a progressive; only while no linked round is running. */
export interface ChangeJackpot {
  do: "change_jackpot";
  jackpot: string;
  reason: string;
  stake?: number | null;
  reset?: number | null;
  increment?: string | null;
  max_credits?: number | null;
  terms?: JackpotTerms | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Other smallest and largest wagers, from the next round on. */
export interface ChangeLimits {
  do: "change_limits";
  limits: Record<string, [number, number]>;
  reason: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface ChangePassword {
  old: string;
  new: string;
}

/** The chips of a house. */
export interface ChipSet {
  values?: number[];
  odd_money?: OddMoney;
}

export type Choice = "undecided" | "stayed" | "folded";

/** A player's answer to an option that the rules give. */
export interface Choose {
  do: "choose";
  option: string;
  box?: number | null;
  player?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A winning wager's entitlement to a share of the meter. */
export interface Claim {
  box: number;
  player: string;
  target: WagerKind;
  percent: number;
  clauses: string[];
  returned: number;
}

/** The player shows a jackpot hand to the dealer. */
export interface ClaimJackpot {
  do: "claim_jackpot";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Winners announced; each is paid when its turn comes. */
export interface ClaimsQueued {
  event: "claims_queued";
  jackpot: string;
  table: string;
  round: number;
  claims: Claim[];
  registered: number | null;
}

/** The closing call. */
export interface CloseBets {
  do: "close_bets";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** The gaming day is reconciled; nothing further is dated in it. */
export interface CloseDay {
  do: "close_day";
  day: string;
  reason?: string | null;
}

/** What was counted in a drawer goes back into the safe. */
export interface CloseDrawer {
  do: "close_drawer";
  amount: number;
  reason?: string | null;
  cashier?: string | null;
  adds_up?: boolean;
}

/** A shift ends, and none begins. */
export interface CloseShift {
  do: "close_shift";
  remarks?: string | null;
}

/** No further round (CSP 5.18.2 a). */
export interface CloseTable {
  do: "close_table";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export type Code =
  | "no-such-box"
  | "no-such-wager"
  | "not-in-this-game"
  | "role-too-low"
  | "round-not-over"
  | "matter-open"
  | "option-open"
  | "choice-awaited"
  | "table-closed"
  | "bets-not-open"
  | "bets-closed"
  | "not-dealt"
  | "not-revealed"
  | "wrong-time"
  | "player-missing"
  | "not-yours"
  | "player-barred"
  | "player-left"
  | "box-disallowed"
  | "box-taken"
  | "too-many-boxes"
  | "no-wager"
  | "no-jackpot"
  | "jackpot-unavailable"
  | "ante-first"
  | "already-placed"
  | "wrong-amount"
  | "below-minimum"
  | "above-maximum"
  | "card-twice"
  | "not-enough-cards"
  | "wrong-hands"
  | "hand-out"
  | "already-decided"
  | "one-view-only"
  | "undecided-boxes"
  | "no-jackpot-hand"
  | "already-drawn"
  | "hand-not-shown"
  | "deal-not-reported"
  | "nothing-to-report"
  | "fact-missing"
  | "no-such-matter"
  | "decision-not-allowed"
  | "no-option"
  | "not-recording"
  | "no-such-claim"
  | "below-zero";

export interface CodeGiven {
  code: string;
}

/** A command, with the key by which a repetition is known. */
export interface CommandRequest {
  key?: string;
  command: AnyCommand;
  expected_version?: number | null;
  round?: number | null;
  until?: string | null;
}

/** What regulators ask for, each with how it is met and the evidence. */
export interface Compliance {
  requirements: Requirement[];
}

/** What stands in the configuration; the house says so by itself when it opens on another. */
export interface ConfigureCage {
  do: "configure_cage";
  limits: CageLimits;
  days: GamingDay;
  chips?: ChipSet | null;
}

/** The dealer has done these acts: paid, taken, given back. */
export interface ConfirmActs {
  do: "confirm_acts";
  acts: string[];
  smallest_chip?: number | null;
  odd_money?: OddMoney | null;
  rounds_once?: boolean;
  remembered?: boolean;
  stakes_apart?: boolean;
  waits_for_prizes?: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Everything that it would do; nothing of it: play goes on as it is. */
export interface Consequences {
  void: boolean;
  settled: boolean;
  settled_anew: boolean;
  out: number[];
  folded: number[];
  players: ForPlayer[];
  options: OptionForeseen[];
  cards: boolean;
  up_card: string | null;
  advised: number[];
  barred: string[];
  restricted: string[];
  jackpot_fails: boolean;
  waits_for: Role | null;
  noted: boolean;
}

export interface Consistency {
  seq: number;
  kept: Kept;
}

/** What a console needs to know about a table. */
export interface Console {
  table: string;
  version: number;
  dealer: string | null;
  must_sign_on: boolean;
  live: boolean;
  shoe: boolean;
  recording: boolean;
  practice: boolean;
  burns: boolean;
  order: string[];
  due: number[];
  closed: number[];
  seats: Record<number, string>;
  sharers: Record<number, string[]>;
  shares: boolean;
  laid_before: Laid[];
  needs: Needed[];
  wagers: WagerEntry[];
  credits: number;
  acts: TableCommand[];
  stays: Record<number, number>;
  draws: boolean;
  reports: ReportChoice[];
  corrects: boolean;
  restricted: string[];
  barred: string[];
  choice_awaited: boolean;
  payment: PaymentView | null;
  rulings: Ruling[];
  said: string[];
  day_closed: string | null;
  relief: Relief | null;
}

/** What one jackpot wager adds to the meter, in units of `1/scale` cent. */
export interface Contribution {
  box: number;
  target: WagerKind;
  units: number;
}

/** Jackpot wagers were returned, together with what they had added (X2). */
export interface ContributionsReturned {
  event: "contributions_returned";
  jackpot: string;
  table: string;
  round: number;
  contributions: Contribution[];
}

/** A buy-in of this gaming day was entered wrongly, at the cage or at a table; two people. */
export interface CorrectBuyIn {
  do: "correct_buy_in";
  receipt: number;
  amount: number;
  reason: string;
}

/** At a recording table, what was keyed wrongly is put right. */
export interface CorrectEntry {
  do: "correct_entry";
  box: number | string;
  cards?: string | null;
  player?: string | null;
  wager?: string | null;
  amount?: number | null;
  reason?: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What was in the drop box of a table; it goes to the cage. */
export interface CountDrop {
  do: "count_drop";
  table: string;
  amount: number;
}

/** What two people counted in the float of a table. */
export interface CountFloat {
  do: "count_float";
  table: string;
  amount: number;
  chips?: Pieces[];
  sheet?: Sheet | null;
}

/** Chips from a table to the cage. */
export interface Credit {
  do: "credit";
  table: string;
  amount: number;
}

/** One gaming day of a meter; the display at its end follows from the rest. */
export interface DayOfMeter {
  day: string;
  opening: number;
  contributed: number;
  won: number;
  reset: number;
  overflow: number;
  adjusted: number;
  other: number;
  display: number;
}

/** A gaming day that is to be closed, as it would be closed now. */
export interface DayProposed {
  day: string;
  report: DayReport;
  against: string[];
  unseen: string[];
}

/** The shift close. */
export interface DayReport {
  seq: number;
  tables: TableReport[];
  meters: MeterReport[];
  wallets: number;
  practice: number;
  owed: number;
  cash: number;
  on_tables: number;
  chips: number;
  remainders: number;
}

/** Cards on the table: each hand as given, or from the order of a shoe. */
export interface Deal {
  do: "deal";
  hands?: Record<string, string> | null;
  shoe?: string | null;
  burn?: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** The possible outcomes of the dealer's hand, as numbers of hands. */
export interface DealerChances {
  no_hand: number;
  below: number;
  equal: number;
  above: number;
}

export interface DealerSignedOff {
  event: "dealer_signed_off";
  dealer: string;
}

/** From now on this dealer, and no other, runs the rounds of the table. */
export interface DealerSignedOn {
  event: "dealer_signed_on";
  dealer: string;
}

/** What a dealer dealt at one table on a gaming day. */
export interface DealerWork {
  dealer: string;
  table: string;
  rounds: number;
  since: string;
  until: string;
  minutes: number;
  rounds_per_hour: number | null;
}

export interface DealersReport {
  day: string;
  dealers: DealerWork[];
}

/** Who deals a table and how long each stage lasts when nobody attends it. */
export interface Dealing {
  cards?: Cards;
  automatic?: boolean;
  betting_seconds?: number;
  decision_seconds?: number;
  reveal_seconds?: number;
  pause_seconds?: number;
  after_jackpot_failure?: FailureChoice;
  magic_every?: number;
  lucky_every?: number;
}

export type Decision =
  | "void"
  | "continue"
  | "reconstruct"
  | "invalidate"
  | "permit_withdrawal"
  | "options"
  | "up_card"
  | "order"
  | "bar"
  | "return_wagers"
  | "forfeit"
  | "hand_back"
  | "advise"
  | "dismiss";

/** A decision that the clause allows, who takes it, and whether this person may. */
export interface DecisionOpen {
  decision: Decision;
  by: Role;
  may: boolean;
  clauses: string[];
  needs_box: boolean;
}

/** What was proposed is not done. */
export interface Decline {
  do: "decline";
  proposal: string;
  reason: string;
}

/** After the reveal, the player will not show a hand that is still in. */
export interface DeclineReveal {
  do: "decline_reveal";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** An official looked at a hand that its player would not show (MEGA 3.10.1). */
export interface DeclinedHandSeen {
  event: "declined_hand_seen";
  box: number;
  by: Actor;
}

export type Device = "shoe" | "shuffler";

export type Direction = "in" | "out";

/** These boxes take no wager (CSP 5.18.2 b). */
export interface DisallowBoxes {
  do: "disallow_boxes";
  boxes: number[];
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface Dossier {
  jackpot: string;
  rulebook: string | null;
  edition: string | null;
  fingerprint: string | null;
  editions: ([string, string, string])[];
  how: string;
  parameters: Record<string, string>;
  prizes: ([string, string, string])[];
  expected_return: string | null;
  break_even: string | null;
  equipment: Equipment[];
  program: string;
  access: Record<string, string[]>;
  two_people: string[];
  at_the_end: string;
  retired: string | null;
  account: Reconciliation;
}

/** What the jackpot system picked for this round (SSP 4.3-4.4). */
export interface Draw {
  do: "draw";
  magic_card?: string | null;
  lucky_box?: number | null;
  lucky_dealer?: boolean | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What the jackpot system picked, shown with the dealer's hand (SSP 4.3-4.4). */
export interface DrawView {
  magic_card: string | null;
  lucky_box: number | null;
  lucky_dealer: boolean | null;
}

/** An open drawer. */
export interface DrawerToday {
  cashier: string;
  since: string;
  opened: number;
  held: number | null;
}

/** A hand to practise with. */
export interface Drawn {
  hand: string;
  up_card: string | null;
  holding: string;
}

/** What was payable, and to whom, when a payment was proposed: this is what is agreed to. */
export interface Due {
  player: string;
  amount: number;
  before: number;
  unreturned: number;
  chips: number;
}

/** What was planned can no longer be; the table goes on as it is. */
export interface EditionNotChanged {
  event: "edition_not_changed";
  edition: string;
  round: number;
  reason: string;
}

/** Another edition that a table takes up with its first opening call from then on. */
export interface EditionPlan {
  edition: string;
  since: string;
  reason: string;
}

/** An edition that a table has used. */
export interface EditionPlayed {
  edition: string;
  until: number;
  fingerprint: string;
}

/** What was put right of an entry: a wager, or the cards of a box or of the dealer. */
export interface Entry {
  wager: string | null;
  player: string | null;
  before: number;
  after: number;
}

export type EntryMode = "enforcing" | "recording";

export interface Equipment {
  table: string;
  boxes: number;
  device: string;
  cards: string;
  automatic: boolean;
  limits: [number, number];
}

/** A sum of money on average: rounded to the cent, and exactly. */
export interface Exact {
  cents: number;
  exactly: string;
}

export interface ExcessHandedBack {
  event: "excess_handed_back";
  box: number;
  player: string;
  wager: string;
  amount: number;
}

export interface Exclusion {
  reason: string;
  until?: string | null;
}

/** What is shown and asked. */
export interface Exercise {
  kind: Kind;
  rulebook: string;
  game: string;
  seed: string;
  level: number;
  told: string[];
  hands: HandShown[];
  asks: Ask[];
}

/** Something that a report states; `name` is the command's field. */
export interface Fact {
  name: string;
  required: boolean;
}

/** The link is lost or inconsistent: a jackpot failure at each linked table follows. */
export interface FailLink {
  do: "fail_link";
  jackpot: string;
  reason: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export type FailureChoice = "close_table" | "without_jackpot";

/** A table since the last closing of a day; on a day that was opened again, since the one */
export interface Figures {
  rounds: number;
  hands: number;
  handle: number;
  average_bet: number | null;
  rounds_per_hour: number | null;
  win: number;
  drop: number | null;
  hold: string | null;
  theoretical: Exact;
  is_counted: boolean;
}

/** Chips from the cage to a table. */
export interface Fill {
  do: "fill";
  table: string;
  amount: number;
}

export interface FloorAnswered {
  event: "floor_answered";
  number: number;
  by: string;
}

/** The dealer asks for a fill, a colour change or a supervisor. */
export interface FloorCalled {
  event: "floor_called";
  number: number;
  need: string;
  words: string;
  by: string;
}

/** The player gives up the hand. */
export interface Fold {
  do: "fold";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What it means for one player. */
export interface ForPlayer {
  player: string;
  back: number;
  net: number;
  prize: number;
}

/** A command that is not given yet. */
export interface ForeseenRequest {
  command: Rule | Report | CorrectEntry;
}

export type Form = "choice" | "money" | "chips" | "order";

/** What the books said when something was counted that waits for a second person. */
export interface Found {
  expected: number;
  seq: number | null;
}

/** A game that can be practised here. */
export interface GameTaught {
  rulebook: string | null;
  table: string | null;
  name: string;
}

/** When a gaming day starts, in the time zone of the house. */
export interface GamingDay {
  time_zone?: string;
  starts?: string;
}

/** A command to a table, or to a jackpot where `table` is left out. */
export interface Give {
  type: "command";
  key: string;
  command:
    | OpenBets
    | PlaceWager
    | WithdrawWager
    | CloseBets
    | Deal
    | HandleHand
    | ViewHand
    | ShowHand
    | Fold
    | Leave
    | ClaimJackpot
    | Draw
    | RevealDealer
    | DeclineReveal
    | Settle
    | Report
    | Rule
    | Choose
    | RestrictPlayer
    | BarPlayer
    | ReadmitPlayer
    | SetJackpotService
    | CloseTable
    | OpenTable
    | DisallowBoxes
    | CorrectEntry
    | OrderClaims
    | AdjustJackpot
    | AddSeed;
  table?: string | null;
  expected_version?: number | null;
  round?: number | null;
  until?: string | null;
}

/** A decision, and what it costs. */
export interface Graded {
  choice: OddsChoice;
  best: string;
  right: boolean;
  cost: string;
  cost_decimal: number;
  stay: string;
  stay_decimal: number;
  fold: string;
  fold_decimal: number;
  no_hand: number;
  loses: number;
  dealer_hands: number;
  rule: RuleSays;
}

export interface Guest {
  nickname?: string | null;
}

export interface HandFolded {
  event: "hand_folded";
  box: number;
  clauses: string[];
  absent: boolean;
}

export interface HandHandled {
  event: "hand_handled";
  box: number;
}

/** The hand is out, and every wager of the box is returned. */
export interface HandInvalidated {
  event: "hand_invalidated";
  box: number;
  clauses: string[];
}

/** One shift ends and the next begins; whoever takes it over agrees. */
export interface HandOverShift {
  do: "hand_over_shift";
  to: string;
  name: string;
  remarks: string;
}

/** A hand on the table. */
export interface HandShown {
  box: number | null;
  player: string | null;
  cards: string;
  wagers: SchoolLaid[];
  note: string | null;
}

/** Cards that the viewer may see, and what they are called. */
export interface HandView {
  cards: string;
  name: string | null;
}

/** The player touches the cards without looking. */
export interface HandleHand {
  do: "handle_hand";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Newest first. */
export interface Heads {
  house: string;
  heads: PublishedHead[];
}

/** 200 while the house can take commands, else 503. */
export interface Health {
  ready: boolean;
  checks: Record<string, boolean>;
}

/** One payment out of the meter, in the order in which they were made. */
export interface Hit {
  number: number;
  at: string;
  table: string;
  round: number;
  winners: string[];
  amount: number;
  meter_after: number;
  reversed: boolean;
}

export type HouseRole =
  | "player"
  | "dealer"
  | "pit_supervisor"
  | "pit_manager"
  | "shift_manager"
  | "cage"
  | "auditor"
  | "administrator"
  | "device";

/** A table as one viewer sees it, with what the house says around it. */
export interface HouseTableView {
  version: number;
  game: TableView;
  jackpot: string | null;
  dealing: Dealing;
  time_out: string | null;
  paused: boolean;
  last_round: number | null;
  timer: TimerView | null;
  shuffle: ShuffleView | null;
  bots: Record<number, string>;
  practice: boolean;
  dealer: string | null;
  calls: Call[];
  requests: WagerRequest[];
  alone: boolean;
  timed_out: number[];
  over_limit: string[];
}

/** Somebody else could have logged in to this account, or gave it its roles. */
export interface InHand {
  by: string;
  how: Access;
  since: string;
  last: string;
}

export interface Irregularities {
  day: string;
  counts: Record<string, number>;
  tables: Record<string, number>;
  events: SignificantEvent[];
}

export type Irregularity =
  | "foreign_card"
  | "unshuffled"
  | "insufficient_cards"
  | "deck_count"
  | "count_in_doubt"
  | "misdeal"
  | "dealer_card_count"
  | "player_card_count"
  | "cards_exposed"
  | "dealer_card_exposed"
  | "burn_omitted"
  | "face_up_in_shoe"
  | "simultaneous_draw"
  | "dealing_error"
  | "technical_interruption"
  | "jackpot_failure"
  | "extra_hand_viewed"
  | "confidentiality"
  | "multiple_positions"
  | "over_limit"
  | "under_limit"
  | "other"
  | "left_after_viewing";

/** The chips of a slip leave: of a fill the cage, of a credit the table. */
export interface IssueTransfer {
  do: "issue_transfer";
  table: string;
  slip: number;
  chips: Pieces[];
}

/** A recorded correction of the meter. */
export interface JackpotAdjusted {
  event: "jackpot_adjusted";
  jackpot: string;
  amount: number;
  reason: string;
  by: Actor;
}

export type JackpotCommand =
  | OrderClaims
  | AdjustJackpot;

/** A progressive of the house. */
export interface JackpotEntry {
  meter: number;
  reset: number;
  stake?: number;
  max_credits?: number;
  increment?: string;
  fraction?: string;
}

/** The jackpot system is down at this table; the value it had registered is kept. */
export interface JackpotFailed {
  event: "jackpot_failed";
  registered: number | null;
  by: Actor;
}

/** Bets closed: accepted wagers are in the value shown and paid (X6). */
export interface JackpotGrew {
  event: "jackpot_grew";
  jackpot: string;
  table: string;
  round: number;
  contributions: Contribution[];
}

/** The meters of a progressive. */
export interface JackpotMeters {
  jackpot: string;
  version: number;
  display: number;
  opening: number;
  contributed: number;
  seeded: number;
  adjusted: number;
  paid: number;
  amount_in: number;
  hits: number;
  wins: number;
  reserve: number;
  overflow: number;
  raised: number;
  lowered: number;
  stake: number;
  reset: number;
  increment: string;
  limit: number | null;
  tables: string[];
  failed: string | null;
  pending: PendingClaim[];
  last_hits: Hit[];
  payable: number;
  practice: boolean;
  retired: string | null;
}

export interface JackpotParametersChanged {
  event: "jackpot_parameters_changed";
  stake: number;
  reset: number;
  increment: string;
  max_credits: number;
  terms: JackpotTerms;
  reason: string;
}

export interface JackpotRegistered {
  event: "jackpot_registered";
  entry: JackpotEntry;
  terms: JackpotTerms;
  money: Money | null;
}

/** The end of a link, and what became of its money. */
export interface JackpotRetired {
  event: "jackpot_retired";
  reason: string;
  to: string | null;
  meter: number;
  reserve: number;
  overflow: number;
  amount_in: number;
  wins: number;
  returned: string;
}

export interface JackpotServiceSet {
  event: "jackpot_service_set";
  available: boolean;
  by: Actor;
}

/** What a progressive has beside its meter. */
export interface JackpotTerms {
  limit?: number | null;
  reserve?: string;
}

/** A movement would have taken the meter below zero; the house covers it. */
export interface JackpotToppedUp {
  event: "jackpot_topped_up";
  jackpot: string;
  amount: number;
  table: string | null;
  round: number | null;
}

/** When a share was first paid, and on what: kept whatever changes the round later (X27). */
export interface JackpotTurn {
  number: number;
  others: number;
  on_meter: number | null;
}

/** A player's jackpot wagers are returned; the rest plays. */
export interface JackpotWagerInvalidated {
  event: "jackpot_wager_invalidated";
  box: number;
  player: string;
  clauses: string[];
}

/** Winners are paid; `paid` leaves the meter, `seeded` comes from the house. */
export interface JackpotWon {
  event: "jackpot_won";
  jackpot: string;
  table: string;
  round: number;
  winnings: Winning[];
  paid: number;
  seeded: number;
  clauses: string[];
  turn: JackpotTurn | null;
}

export type Kept = "same" | "other" | "cut-off" | "archived";

export type Kind = "hand" | "winner" | "pay" | "chips" | "call" | "irregularity";

/** A wager as it lay when bets were closed. */
export interface Laid {
  box: number;
  player: string;
  wager: string;
  amount: number;
}

export interface LanguageWanted {
  language: "en" | "ms" | "ta" | "zh-Hans";
}

/** One person's cash of a gaming day, one way, that came to the threshold. */
export interface LargeCash {
  player: string;
  way: Direction;
  total: number;
  largest: number;
  movements: CashMovement[];
}

export interface LastRoundAnnounced {
  event: "last_round_announced";
  round: number;
}

/** Chips were pulled back after the close; the wager plays nevertheless (SSP 5.7, MEGA 5.6). */
export interface LateWithdrawalNoted {
  event: "late_withdrawal_noted";
  box: number;
  player: string;
  wager: string;
}

/** The felt of a table: what a page needs to draw it, so that pages know no game. */
export interface LayoutView {
  game: string;
  document: string;
  boxes: number;
  wagers: string[];
  labels: Record<string, string>;
  sides: string[];
  beside_ante: string[];
  stay: string;
  stay_multiple: number;
  hand_size: number;
  up_card: boolean;
  burns: boolean;
  singly: boolean;
  disallowed: number[];
  limits: Record<string, [number, number]>;
  entry: number;
  coach: boolean;
}

/** The player walks away for the rest of the round. */
export interface Leave {
  do: "leave";
  player: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Whoever sits at a box gets up; of several who share it, the one who is named. */
export interface LeaveSeat {
  do: "leave_seat";
  box: number;
  player?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A game on one screen. */
export interface Lesson {
  rulebook: string;
  name: string;
  stay: string;
  hand_size: number;
  up_card: boolean;
  steps: PlayStep[];
  besides: PlayStep[];
}

/** Balances at one moment, in groups; practice money is not a liability. */
export interface Liability {
  groups: Record<string, number>;
  total: number;
  owed_by_players: number;
  practice: number;
  accounts: Record<string, Record<string, number>>;
}

/** The player was told to raise or withdraw (CSP 5.2). */
export interface LimitAdvised {
  event: "limit_advised";
  box: number;
  clauses: string[];
}

/** A voluntary loss limit, and what of it is used. */
export interface LimitView {
  amount: number | null;
  period: string;
  lost_so_far: number;
  since: string;
  next_amount: number | null;
  next_period: string | null;
  next_since: string | null;
}

/** The round that opens now, and those after it, have other limits. */
export interface LimitsChanged {
  event: "limits_changed";
  round: number;
  limits: Record<string, [number, number]>;
}

/** Other smallest and largest wagers, by wager, with the next opening call. */
export interface LimitsPlanned {
  event: "limits_planned";
  limits: Record<string, [number, number]>;
  reason: string;
}

/** One wager or award of a round that is over, with the clauses that decide it. */
export interface Line {
  box: number;
  player: string;
  wager: string;
  staked: number;
  result: Result;
  won: number;
  returned: number;
  clauses: string[];
}

/** The only table of the link goes over to another edition of its game. */
export interface LinkEditionChanged {
  event: "link_edition_changed";
  table: string;
  rulebook: string;
}

export interface LinkFailed {
  event: "link_failed";
  reason: string;
}

export interface LinkRestored {
  event: "link_restored";
  reason: string;
}

/** The full hands of a round are dealt: its place in the order of payment (CSP 4.5.2). */
export interface LinkRoundDealt {
  event: "link_round_dealt";
  jackpot: string;
  table: string;
  round: number;
}

/** A round is settled or void: later-dealt claims need no longer wait for it. */
export interface LinkRoundEnded {
  event: "link_round_ended";
  jackpot: string;
  table: string;
  round: number;
}

/** Lines of tables that have changed; the first push has them all. */
export interface LobbyPush {
  type: "lobby";
  tables: any[];
  jackpots: Record<string, number>;
  failed: string[];
  at: string;
}

export interface LogIn {
  name: string;
  password: string;
  code?: string | null;
}

/** At a table with physical chips a player staked more than their own limit leaves. */
export interface LossLimitPassed {
  event: "loss_limit_passed";
  player: string;
  lost: number;
  limit: number;
  period: Period;
}

/** A new passkey, as the browser gives it. */
export interface Made {
  client_data: string;
  attestation: string;
}

export interface MadeToken {
  id: string;
  token: string;
}

/** One answer that was given, and the right one. */
export interface Mark {
  name: string;
  given: string;
  right: boolean;
  words: string;
  because: Because[];
  reading: string | null;
}

/** A whole exercise. */
export interface Marked {
  right: boolean;
  marks: Mark[];
}

export interface MatterDecided {
  event: "matter_decided";
  number: number;
  decision: Decision;
  by: Actor;
  reason: string;
  clauses: string[];
}

/** An open matter: what may be decided, and by whom. */
export interface MatterView {
  matter: string;
  irregularity: Irregularity;
  decided_by: Role;
  decisions: Decision[];
  by: Actor;
  report: Report;
}

/** Who is asking, and what the page has to know of the house. */
export interface Me {
  person: PersonView | null;
  csrf: string | null;
  wallet: WalletView | null;
  limits: Record<string, any> | null;
  demo: boolean;
  title: string;
  version: string;
  games: Record<string, string>;
  wagers: Record<string, string>;
  chips: number[];
}

/** What a table remembers of players. */
export interface MemoryEntry {
  under_minimum?: string[];
  restricted?: string[];
  barred?: string[];
}

export type Message =
  | Subscribe
  | Unsubscribe
  | Give
  | Watch
  | Unwatch
  | Ping;

/** One record of the meter's stream, with its signer. */
export interface MeterAct {
  at: string;
  by: Signature | null;
  stream: string;
  version: number;
  event: Record<string, any>;
  hash: string;
}

/** One progressive at the closing: display and account are the same to the cent. */
export interface MeterReport {
  jackpot: string;
  meter: number | null;
  ledger: number;
  payable: number;
  reserve: number;
  overflow: number;
}

/** Hands in the wrong place have been reported; the round may be settled. */
export interface MisdealReported {
  event: "misdeal_reported";
}

/** A decision that gave something away. */
export interface Mistake {
  round: number;
  box: number;
  hand: string;
  up_card: string | null;
  stayed: boolean;
  cost: Exact;
}

/** A seat holds a registered player, or somebody unknown by a number, until they leave. */
export interface ModelSeatTaken {
  event: "seat_taken";
  box: number;
  player: string;
}

export type Money = "live" | "practice";

/** Cash that the house brings into its safe, or takes out of it; two people. */
export interface MoveBankroll {
  do: "move_bankroll";
  way: Direction;
  amount: number;
  reason: string;
}

/** One posting from the point of view of an account's owner. */
export interface Movement {
  at: string;
  memo: string;
  amount: number;
  balance: number;
  stream: string;
  place: [number, number];
}

export type Need = "fill" | "colour_change" | "supervisor";

/** What the dealer has asked pit or cage for, until somebody sees to it. */
export interface Needed {
  number: number;
  need: string;
  words: string;
  by: string;
  at: string;
}

export interface NewName {
  name: string;
}

/** What a browser has to know to make one. */
export interface NewPasskey {
  challenge: string;
  site: string;
  title: string;
  user: string;
  name: string;
  display_name: string;
  known: string[];
  algorithms: number[];
}

export interface NewPerson {
  id: string;
  name: string;
  roles: HouseRole[];
}

export interface NewToken {
  name: string;
  power: TokenPower;
  jackpot?: string | null;
  until?: string | null;
}

/** A wager recorded with physical chips passed its player's loss limit; the house notes it. */
export interface NoteLossLimit {
  do: "note_loss_limit";
  player: string;
  lost: number;
  limit: number;
  period: Period;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Somebody of the staff named cards of a live table and was refused; the house notes it. */
export interface NoteRefusedReport {
  do: "note_refused_report";
  person: string;
  code: Code;
  irregularity?: Irregularity | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Somebody had an account in hand. */
export interface Notice {
  person: string;
  name: string;
  by: string;
  how: Access;
  at: string;
}

/** Words on a screen, for one player or for all. */
export interface NoticeShown {
  event: "notice_shown";
  text: string;
  clauses: string[];
  player: string | null;
}

/** What no chip could pay of an act. */
export interface Odd {
  player: string;
  amount: number;
  at_cage: boolean;
}

export type OddMoney = "round" | "cage";

export type OddsChoice = "stay" | "fold";

export interface OneTimePassword {
  id: string;
  one_time_password: string;
}

/** The opening call: a new round begins, and the previous one can no longer be changed. */
export interface OpenBets {
  do: "open_bets";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Cash from the safe into the drawer of whoever asks; given again, more of it. */
export interface OpenDrawer {
  do: "open_drawer";
  amount: number;
}

/** Whoever gives it has charge of the shift. */
export interface OpenShift {
  do: "open_shift";
  name: string;
}

/** Fills and credits that are not done with. */
export interface OpenSlips {
  slips: Transfer[];
  tables: string[];
}

/** Rounds again, on all boxes. */
export interface OpenTable {
  do: "open_table";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A choice that the rules give a player: continue, or withdraw the wagers. */
export interface Option {
  player: string;
  boxes: number[];
  clauses: string[];
}

export interface OptionForeseen {
  player: string;
  boxes: number[];
}

export interface OptionTaken {
  event: "option_taken";
  boxes: number[];
  withdraw: boolean;
  player: string | null;
}

export interface OptionsOffered {
  event: "options_offered";
  options: Option[];
}

/** The House sets the order of pending claims (CSP 4.5.2). */
export interface OrderClaims {
  do: "order_claims";
  claims: PendingClaim[];
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export type Pace = "quick" | "steady" | "slow";

/** Significant events, newest first, and where the next page begins. */
export interface Page {
  events: SignificantEvent[];
  next: string | null;
}

export interface PasskeyLogIn {
  passkey: Signed;
}

export interface PasskeyMade {
  name: string;
  made: Made;
}

export interface PasskeyView {
  id: string;
  name: string;
  site: string;
  added: string;
}

/** Play stops for a moment; it resumes at the same stage and is no closure. */
export interface PauseTable {
  do: "pause_table";
  reason: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A win is confirmed: what is payable goes to the winner. */
export interface PayJackpot {
  do: "pay_jackpot";
  jackpot: string;
  table: string;
  round: number;
  box: number;
  target?: WagerKind;
  cash?: boolean;
  smallest_chip?: number | null;
  odd_money?: OddMoney | null;
  at_desk?: boolean;
}

/** Cash for a jackpot prize that two people have released, out of the cashier's drawer. */
export interface PayPrize {
  do: "pay_prize";
  slip: string;
}

/** In coin, what no chip could pay at a table. */
export interface PayRemainder {
  do: "pay_remainder";
  player: string;
  amount: number;
}

/** A jackpot payment that is due. */
export interface PayableView {
  jackpot: string;
  table: string;
  round: number;
  box: number;
  target: WagerKind;
  player: string;
  amount: number;
  before: number;
  at: string;
  practice: boolean;
  proposal: string | null;
  proposed_by: string | null;
  hand: HandView | null;
  meter_before: number | null;
  meter_after: number | null;
  in_chips: boolean;
  chips: number | null;
  remainder: number;
  slip: string | null;
}

/** Two people confirmed that chips came back, out of a payment that was undone. */
export interface PaymentReturned {
  event: "payment_returned";
  table: string;
  round: number;
  player: string;
  amount: number;
  given: number;
}

export interface PaymentView {
  in_chips: boolean;
  settlement: number;
  changed: boolean;
  acts: ActView[];
  players: PlayerSums[];
  prizes: PrizeView[];
}

/** A claim that waits its turn, identified by where it was won. */
export interface PendingClaim {
  table: string;
  box: number;
  round?: number | null;
}

export type Period = "day" | "week" | "month";

/** Somebody as they see themself. */
export interface PersonView {
  id: string;
  name: string;
  roles: HouseRole[];
  role: HouseRole | null;
  guest: boolean;
  must_change_password: boolean;
  second_factor: boolean;
  passkeys: number;
  may: string[];
  sections: Section[];
  device: TokenPower | null;
  place: string | null;
  language: string | null;
}

/** So many chips of one value. */
export interface Pieces {
  value: number;
  count: number;
}

/** Answered by `pong` with the house's time: whoever hears nothing has lost the house. */
export interface Ping {
  type: "ping";
}

/** Everything that a pit supervisor oversees. */
export interface Pit {
  tables: PitTable[];
  jackpots: PitJackpot[];
  may: string[];
  at: string;
}

export interface PitJackpot {
  jackpot: string;
  display: number;
  tables: string[];
  failed: string | null;
  pending: number;
}

/** A report that awaits a ruling. */
export interface PitMatter {
  matter: string;
  round: number;
  irregularity: Irregularity;
  decided_by: Role;
  reported_by: Actor;
  facts: Record<string, string | number | boolean | number[] | Record<string, string | number>>;
  clauses: string[];
  decisions: DecisionOpen[];
}

export interface PitSeat {
  box: number;
  player: string;
  bot: boolean;
}

/** A table at a glance. */
export interface PitTable {
  table: string;
  rulebook: string;
  file: boolean;
  version: number;
  round: number;
  phase: string;
  closed: boolean;
  paused: boolean;
  paused_because: string | null;
  automatic: boolean;
  live: boolean;
  recording: boolean;
  practice: boolean;
  last_round: number | null;
  limits: [number, number];
  wagers: WagerLimits[];
  paid: string[];
  boxes: number;
  seats: PitSeat[];
  staked: number;
  dealer: string | null;
  jackpot: string | null;
  jackpot_available: boolean;
  choice_awaited: boolean;
  options: number;
  rounds_per_hour: number | null;
  matters: PitMatter[];
  calls: Call[];
  needs: Needed[];
  restricts: boolean;
  bars: boolean;
  restricted: string[];
  barred: string[];
  figures: Figures;
}

/** What was practised. */
export interface Place {
  rulebook: string;
  kind: Kind;
  level: number;
}

/** A wager on a box. */
export interface PlaceWager {
  do: "place_wager";
  box: number;
  wager: string;
  player?: string | null;
  amount?: number | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Who deals where, turn by turn; without dealers, the plan is withdrawn. */
export interface PlanRotation {
  do: "plan_rotation";
  dealers?: string[];
  tables?: string[];
  minutes?: number;
  since?: string | null;
}

/** A player asks the demonstration players to sit out, or to come back. */
export interface PlayAlone {
  do: "play_alone";
  alone?: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Something that happens in a round, in words, with the clauses that say so. */
export interface PlayStep {
  title: string;
  text: string;
  clauses: string[];
  brief: string;
}

export interface PlayerBarred {
  event: "player_barred";
  player: string;
  by: Actor;
  clauses: string[];
}

export interface PlayerLeft {
  event: "player_left";
  player: string;
}

export interface PlayerReadmitted {
  event: "player_readmitted";
  player: string;
  by: Actor;
}

export interface PlayerRestricted {
  event: "player_restricted";
  player: string;
  by: Actor;
  clauses: string[];
}

/** What a player's acts come to. What has changed hands already, what is done for this */
export interface PlayerSums {
  player: string;
  boxes: number[];
  left: Sums;
  done: Sums;
  already: Sums | null;
  now_due: Sums | null;
}

/** Rounds of one player, each with the outcome of every wager. */
export interface PlayersRounds {
  rounds: RoundPlayed[];
  next: string | null;
}

/** A movement of money between two accounts, derived from one record. */
export interface Posting {
  stream: string;
  version: number;
  debit: string;
  credit: string;
  amount: number;
  memo: string;
}

/** As the rulebook of the table has it. */
export interface PrintedFelt {
  qualifies: string;
  tables: PrintedTable[];
}

/** A hand and what it pays. */
export interface PrintedRow {
  hand: string;
  pays: string;
}

/** A pay table, the highest hand first. */
export interface PrintedTable {
  wager: string;
  rows: PrintedRow[];
}

/** A share of the meter. */
export interface Prize {
  box: number;
  player: string;
  target: string;
  amount: number;
  clauses: string[];
  before: number;
  waits: boolean;
  queued: boolean;
}

/** Two people confirmed a win that is paid in cash: the cage has it to pay, and it stays payable */
export interface PrizeReleased {
  event: "prize_released";
  slip: string;
  table: string;
  round: number;
  box: number;
  target: WagerKind;
  player: string;
  amount: number;
}

/** A share of the meter: two people verify it before anything is handed over. */
export interface PrizeView {
  prize: Prize;
  jackpot: string;
  proposed_by: Signature | null;
}

/** How somebody is getting on with it. */
export interface Progress {
  of: Place;
  exercises: number;
  right: number;
  recent: boolean[];
  last: string | null;
}

/** The second person agreed, whose signature is on the record; what follows is done. */
export interface ProposalApproved {
  event: "proposal_approved";
  proposal: string;
  proposed_by: Signature;
}

export interface ProposalDeclined {
  event: "proposal_declined";
  proposal: string;
  reason: string;
}

/** Something that waits for a second person. */
export interface ProposalView {
  id: string;
  stream: string;
  command:
    | PayJackpot
    | ReturnPayment
    | AdjustJackpot
    | ChangeJackpot
    | RetireJackpot
    | CloseDay
    | ReopenDay
    | RegisterTable
    | RegisterJackpot
    | ChangeEdition
    | AdmitShoe
    | ReportPayment
    | RecountDrop
    | CloseDrawer
    | MoveBankroll
    | CorrectBuyIn
    | HandOverShift
    | BuyIn
    | CashOut
    | BuyChips
    | RedeemChips
    | PayRemainder
    | TableBuyIn
    | Fill
    | Credit
    | CountFloat
    | CountDrop;
  by: Signature;
  at: string;
  needs: HouseRole[];
  summary: string;
  figures: ProposedFigures;
}

/** One person wants something that takes two. */
export interface Proposed {
  event: "proposed";
  proposal: string;
  command:
    | PayJackpot
    | ReturnPayment
    | AdjustJackpot
    | ChangeJackpot
    | RetireJackpot
    | CloseDay
    | ReopenDay
    | RegisterTable
    | RegisterJackpot
    | ChangeEdition
    | AdmitShoe
    | ReportPayment
    | RecountDrop
    | CloseDrawer
    | MoveBankroll
    | CorrectBuyIn
    | HandOverShift
    | BuyIn
    | CashOut
    | BuyChips
    | RedeemChips
    | PayRemainder
    | TableBuyIn
    | Fill
    | Credit
    | CountFloat
    | CountDrop;
  by: Signature;
  found: Found;
  due: Due;
}

/** What it is about; none of them where its sentence says everything. */
export interface ProposedFigures {
  buy_in: BuyInProposed | null;
  day: DayProposed | null;
  recount: RecountProposed | null;
}

/** Where the log of a house stood. */
export interface PublishedHead {
  house: string;
  seq: number;
  digest: string;
  link: string;
  at: string;
  key: string;
  mac: string;
  witnesses?: Witness[];
}

/** Somebody who has answered something. */
export interface Pupil {
  person: string;
  name: string;
  progress: Progress[];
}

/** A player over a gaming day. */
export interface Rating {
  player: string;
  sessions: number;
  minutes: number;
  hands: number;
  staked: number;
  average_bet: number | null;
  won: number;
  theoretical: Exact;
  mistakes: Exact;
  comps: number;
}

export interface Ratings {
  day: string;
  comp: string;
  players: Rating[];
  sessions: Session[];
}

/** Lifts bar and restriction. */
export interface ReadmitPlayer {
  do: "readmit_player";
  player: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Somebody else has counted the chips of a slip where they arrived. */
export interface ReceiveTransfer {
  do: "receive_transfer";
  table: string;
  slip: number;
}

/** opening + contributed + seeded + adjusted - paid = display = ledger, to the cent. */
export interface Reconciliation {
  jackpot: string;
  opening: number;
  contributed: number;
  seeded: number;
  adjusted: number;
  paid: number;
  display: number;
  ledger: number;
  balanced: boolean;
  amount_in: number;
  hits: number;
  wins: number;
  actual_return: string | null;
  increment: string;
  contributed_share: string | null;
  reserve: number;
  overflow: number;
  payable: number;
  days: DayOfMeter[];
  last_hits: Hit[];
}

/** One record of the round. */
export interface RecordedEvent {
  stream: string;
  version: number;
  event: Record<string, any>;
  hash: string;
}

/** The last count of a drop box was wrong, and what it should have been; two people. */
export interface RecountDrop {
  do: "recount_drop";
  table: string;
  amount: number;
  reason: string;
}

/** A count of a drop box that is to be put right. */
export interface RecountProposed {
  table: string;
  stands: number;
  should: number;
}

/** The house takes what somebody owes from their wallet; it does so by itself. */
export interface Recover {
  do: "recover";
  player: string;
  amount: number;
  money?: Money;
}

/** Cash for physical chips that a patron brings. */
export interface RedeemChips {
  do: "redeem_chips";
  player: string;
  amount: number;
}

/** A progressive enters the house; its stream begins. */
export interface RegisterJackpot {
  do: "register_jackpot";
  name: string;
  entry: JackpotEntry;
  terms?: JackpotTerms;
  money?: Money;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A table enters the house; its stream begins. */
export interface RegisterTable {
  do: "register_table";
  name: string;
  entry: TableEntry;
  dealing?: Dealing;
  money?: Money;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What the plan says to whoever deals a table. */
export interface Relief {
  at: string;
  comes: string | null;
  goes_to: string | null;
}

/** Entries dated in a closed day after all; two people. */
export interface ReopenDay {
  do: "reopen_day";
  day: string;
  reason: string;
}

/** A finished round. */
export interface Replay {
  table: string;
  round: number;
  edition: string;
  void: boolean;
  layout: LayoutView;
  steps: ReplayStep[];
  shuffle: Shuffle | null;
}

/** The table after one act, as the viewer saw it, and the dealer's calls. */
export interface ReplayStep {
  at: string;
  said: string[];
  view: TableView;
}

/** Something went wrong; the facts depend on what. */
export interface Report {
  do: "report";
  irregularity: Irregularity;
  round?: number | null;
  box?: number | null;
  boxes?: number[] | null;
  player?: string | null;
  counted?: number | null;
  count?: number | null;
  cards?: string | null;
  moves?: Record<string, number> | null;
  reconstructable?: boolean | null;
  hands?: Record<string, string> | null;
  permit_withdrawal?: boolean;
  card?: string | null;
  order?: string | null;
  intentional?: boolean | null;
  description?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A kind of irregularity that this table's rules cover. */
export interface ReportChoice {
  irregularity: Irregularity;
  clauses: string[];
  decided_by: Role;
  at_once: boolean;
  asks: Fact[];
  when: string;
  why: string | null;
}

/** A player was handed more or less chips for a wager than was confirmed. */
export interface ReportPayment {
  do: "report_payment";
  round: number;
  box: number;
  player: string;
  wager: string;
  over: number;
  reason: string;
  stays?: boolean;
  second_person_above?: number | null;
  by_two?: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Somebody of the staff reported or corrected cards of a live table and was refused. */
export interface ReportRefused {
  event: "report_refused";
  person: string;
  code: Code;
  irregularity: Irregularity | null;
}

/** A table wants chips, or has too many; a slip is opened. */
export interface RequestTransfer {
  do: "request_transfer";
  table: string;
  way: Way;
  amount: number;
  chips?: Pieces[];
}

/** A player asks staff to place a wager out of their wallet: once, in the round under way. */
export interface RequestWager {
  do: "request_wager";
  box: number;
  wager: string;
  amount: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** One requirement and what there is to show for it. */
export interface Requirement {
  name: string;
  how: string;
  tests: string[];
  commands: string[];
  met: boolean;
  missing: string | null;
}

/** The link works again; each table takes jackpot wagers when its shift manager says so. */
export interface RestoreLink {
  do: "restore_link";
  jackpot: string;
  reason: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** One position from now on. */
export interface RestrictPlayer {
  do: "restrict_player";
  player: string;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export type Result = "won" | "lost" | "standoff" | "returned" | "void" | "pending";

/** Play goes on where it stopped. */
export interface ResumeTable {
  do: "resume_table";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** The end of a link; what it holds goes to another jackpot, or to the house. */
export interface RetireJackpot {
  do: "retire_jackpot";
  jackpot: string;
  reason: string;
  to?: string | null;
}

/** A player has handed back chips of a jackpot payment that was undone. */
export interface ReturnPayment {
  do: "return_payment";
  jackpot: string;
  table: string;
  round: number;
  player: string;
  amount: number;
  smallest_chip?: number | null;
}

/** Chips of a jackpot payment that was undone, and that have not come back. */
export interface ReturnView {
  jackpot: string;
  table: string;
  round: number;
  player: string;
  amount: number;
  chips: number;
  proposal: string | null;
  proposed_by: string | null;
}

/** All the dealer's cards are turned up; they are named if they were not known. */
export interface RevealDealer {
  do: "reveal_dealer";
  cards?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface RevealDeclined {
  event: "reveal_declined";
  box: number;
}

export type Role = "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager";

export interface Roles {
  roles: HouseRole[];
}

export interface Rotating {
  plan: RotationView | null;
  dealers: string[];
  tables: string[];
}

export interface RotationView {
  minutes: number;
  since: string;
  by: string;
  begun: boolean;
  until: string;
  turns: Turn[];
}

/** One round of a search. */
export interface RoundFound {
  table: string;
  round: number;
  edition: string;
  opened: string;
  ended: string;
  void: boolean;
  players: string[];
  staked: number;
  won: number;
}

/** A finished round, with the outcome of every wager. */
export interface RoundPlayed {
  table: string;
  round: number;
  edition: string;
  first_version: number;
  last_version: number;
  opened: string;
  ended: string;
  void: boolean;
  commitment: string | null;
  seed: string | null;
  lines: Line[];
  added: Record<string, string>;
}

/** A round as it could be put before a court. */
export interface RoundRecord {
  table: string;
  round: number;
  rulebook: string;
  edition: string;
  file: boolean;
  fingerprint: string;
  pay_tables: Record<string, Record<string, number>>;
  limits: [number, number];
  opened: string;
  ended: string;
  void: boolean;
  jackpot: string | null;
  contribution: string;
  acts: Act[];
  lines: Line[];
  postings: Posting[];
  clauses: Record<string, string>;
  shuffle: ShuffleProof | null;
  payment: MeterAct[];
}

export interface RoundVoided {
  event: "round_voided";
  clauses: string[];
}

export interface Rounds {
  rounds: RoundFound[];
  next: string | null;
}

/** An official decides an open matter. */
export interface Rule {
  do: "rule";
  decision: Decision;
  reason?: string;
  matter?: string | null;
  box?: number | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What the rule to remember makes of a hand. */
export interface RuleSays {
  choice: OddsChoice;
  because: string | null;
}

/** Hands to stay in with, and what that costs against the best strategy. */
export interface RuleToRemember {
  stay_with: string[];
  cost: string;
  cost_decimal: number;
}

/** From one threshold to the rule that costs least. */
export interface RulesToRemember {
  rulebook: string;
  rules: RuleToRemember[];
}

/** Something an official decided in this round. */
export interface Ruling {
  by: Actor;
  at: string;
  settlement: number;
  irregularity: Irregularity | null;
  decision: Decision | null;
  reason: string;
  clauses: string[];
  box: number | null;
  entry: Entry | null;
}

/** Chips on the layout. */
export interface SchoolLaid {
  wager: string;
  label: string;
  amount: number;
}

export interface SchoolOption {
  value: string;
  words: string;
}

/** What can be practised, and how the caller is getting on. */
export interface SchoolView {
  games: GameTaught[];
  kinds: Kind[];
  levels: number[];
  own: Progress[];
}

/** A demonstration player takes a box and follows a named strategy. */
export interface SeatBot {
  do: "seat_bot";
  box: number;
  name: string;
  strategy: string;
  ante: number;
  jackpot?: boolean;
  pace?: Pace;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface SeatLeft {
  event: "seat_left";
  box: number;
  player: string;
}

/** A box that somebody plays or keeps. */
export interface SeatTaken {
  box: number;
  player: string;
  decides: boolean;
}

export interface SecondFactor {
  secret: string;
  uri: string;
}

export type Section =
  | "console"
  | "pit"
  | "cage"
  | "admin"
  | "register"
  | "rounds"
  | "events"
  | "tables"
  | "jackpots"
  | "irregularities"
  | "liability"
  | "shift"
  | "shifts"
  | "cash"
  | "ratings"
  | "dealers"
  | "dossier"
  | "compliance"
  | "school"
  | "pupils";

/** A player's part of the shuffle, for all to see, and the hash of their next one. */
export interface SeedAdded {
  event: "seed_added";
  player: string;
  seed: string | null;
  next: string;
}

/** One player at one table. */
export interface Session {
  player: string;
  table: string;
  game: string;
  practice: boolean;
  since: string;
  until: string;
  minutes: number;
  rounds: number;
  hands: number;
  staked: number;
  average_bet: number | null;
  won: number;
  theoretical: Exact;
  mistakes: Exact;
  mistaken: Mistake[];
  unpriced: string[];
}

/** Whether jackpot wagers are taken, from the next round on (CSP 5.18.2 c). */
export interface SetJackpotService {
  do: "jackpot_service";
  available: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A player limits what they can lose; lowered at once, raised or lifted a day later. */
export interface SetLossLimit {
  do: "set_loss_limit";
  amount: number | null;
  period: Period;
  player?: string | null;
}

/** Every wager is settled. */
export interface Settle {
  do: "settle";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** All payments of the round are undone; it is settled again or void. */
export interface SettlementReversed {
  event: "settlement_reversed";
}

/** One player's part of a box is returned; the others of a shared box play on (MEGA 5.9). */
export interface ShareReturned {
  event: "share_returned";
  box: number;
  player: string;
  clauses: string[];
  by_option: boolean;
}

export type Sheet = "opening" | "closing" | "check";

/** The closing of a gaming day, or what it would be closed with now. */
export interface Shift {
  day: string;
  closed: boolean;
  closed_by: string | null;
  reopened: boolean;
  report: DayReport | null;
  since: string | null;
  closings: DayReport[];
}

export interface ShiftReport {
  shift: StaffShift;
  tables: ShiftTable[];
  win: number;
  drop: number;
  cash_in: number;
  cash_out: number;
  irregularities: number;
}

/** One live-money table in a shift. */
export interface ShiftTable {
  table: string;
  opening: number;
  fills: number;
  credits: number;
  drop: number;
  closing: number;
  win: number;
  hold: string | null;
  rounds: number;
  handle: number;
  average_bet: number | null;
  theoretical: Exact;
}

/** The shifts that began on a gaming day, oldest first; the last may still run. */
export interface ShiftsReport {
  day: string;
  shifts: ShiftReport[];
}

/** A shoe that two people agreed to; its token is still to be made. */
export interface ShoeView {
  proposal: string;
  name: string;
  table: string;
  approved_by: string | null;
  made_before: string;
  until: string | null;
}

/** A hand is turned face up; its cards are named if they were not known. */
export interface ShowHand {
  do: "show_hand";
  box: number;
  cards?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** What shows that it is them: for a step-up one of these, to remove a factor the password */
export interface Shown {
  password?: string | null;
  code?: string | null;
  passkey?: Signed | null;
}

/** What was committed before the bets and opened after the round. */
export interface Shuffle {
  commitment: string;
  seed: string;
  holds: boolean;
  added: Record<string, string>;
  deck: string;
}

export interface ShuffleOpened {
  event: "shuffle_opened";
  round: number;
  seed: string;
}

/** The commitment before the bets and the seed after the round. */
export interface ShuffleProof {
  commitment: string;
  seed: string;
  seed_is_committed: boolean;
  cards_are_dealt: boolean | null;
  deck: string;
}

/** What the house committed to; the seed once the round is over. */
export interface ShuffleView {
  round: number;
  commitment: string;
  seed: string | null;
  added: Record<string, string>;
  due: string | null;
  fixed: boolean;
}

/** The dealer leaves the table. */
export interface SignOff {
  do: "sign_off";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A dealer takes over the table; whoever dealt it before no longer does. */
export interface SignOn {
  do: "sign_on";
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** Who did something, and in what capacity; written as an `Actor` is. */
export interface Signature {
  id: string;
  role: HouseRole;
  session: string;
}

/** What a passkey signed, as the browser gives it. */
export interface Signed {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

/** A record that auditors search for; derived from the record alone. */
export interface SignificantEvent {
  stream: string;
  version: number;
  at: string;
  kind: string;
  person: string | null;
  place: string | null;
  round: number | null;
  player: string | null;
  amount: number | null;
  text: string;
}

/** Somebody in the register who may be picked for a seat. */
export interface Sitter {
  id: string;
  name: string;
  excluded: boolean;
}

/** What is handed to whom, and the two who released it. */
export interface Slip {
  jackpot: string;
  table: string;
  round: number;
  box: number;
  target: WagerKind;
  player: string;
  amount: number;
  how: string;
  at: string;
  proposal: string;
  first: Signature;
  second: Signature | null;
  chips: number | null;
  given: number;
  remainder: number;
  paid: string | null;
  cashier: Signature | null;
  cancelled: boolean;
}

/** One shift, while it runs and after. */
export interface StaffShift {
  number: number;
  name: string;
  manager: string;
  day: string;
  opened: string;
  closed: string | null;
  closed_by: string | null;
  remarks: string;
}

export interface StatedReason {
  reason: string;
}

export type Step =
  | "open_bets"
  | "close_bets"
  | "draw"
  | "deal"
  | "fold_undecided"
  | "reveal_dealer"
  | "settle"
  | "close_table"
  | "after_jackpot_failure"
  | "end_empty_round";

/** Follow streams; what happened after the version given comes first. */
export interface Subscribe {
  type: "subscribe";
  streams: Record<string, number | null>;
}

/** By kind of act, to the cent of the ledger. */
export interface Sums {
  take: number;
  give_back: number;
  pay: number;
  put_back: number;
  collect: number;
  comes_to: number;
}

/** Cash changed at a table: it goes into the drop box, chips come out of the float. */
export interface TableBuyIn {
  do: "table_buy_in";
  table: string;
  player: string;
  amount: number;
}

export interface TableClosed {
  event: "table_closed";
  by: Actor;
}

export type TableCommand =
  | OpenBets
  | PlaceWager
  | WithdrawWager
  | CloseBets
  | Deal
  | HandleHand
  | ViewHand
  | ShowHand
  | Fold
  | Leave
  | ClaimJackpot
  | Draw
  | RevealDealer
  | DeclineReveal
  | Settle
  | Report
  | Rule
  | Choose
  | RestrictPlayer
  | BarPlayer
  | ReadmitPlayer
  | SetJackpotService
  | CloseTable
  | OpenTable
  | DisallowBoxes
  | CorrectEntry;

/** The demonstration players of a table. */
export interface TableCompany {
  alone: boolean;
  by: string | null;
  bots: BotAtTable[];
}

/** What went in and out of one table's float and box during the day. */
export interface TableDay {
  fills: number;
  credits: number;
  boxed: number;
  drop_counted: number | null;
  drop_variance: number;
  counted: number | null;
  variance: number;
}

/** The rulebooks that a table uses, used and will use. */
export interface TableEditions {
  table: string;
  edition: string;
  fingerprint: string;
  file: string | null;
  planned: EditionPlan | null;
  earlier: EditionPlayed[];
}

/** A table of the house. */
export interface TableEntry {
  rulebook: string;
  boxes?: number;
  device?: Device;
  limits?: Record<string, [number, number]>;
  jackpot?: string | null;
  entry?: EntryMode;
  readings?: Record<string, boolean | number | string>;
  layout?: string | null;
  round?: number;
  memory?: MemoryEntry;
}

/** Cards turned face up for everybody. */
export interface TableHandShown {
  event: "hand_shown";
  cards: string;
  box: number | null;
}

/** A table joins the link; all of them run this one rulebook. */
export interface TableLinked {
  event: "table_linked";
  table: string;
  rulebook: string;
  play_chips: boolean;
  tray: boolean;
}

/** What the dealer of a table has asked for. */
export interface TableNeeds {
  table: string;
  needs: Needed[];
}

export interface TableOpened {
  event: "table_opened";
  by: Actor;
}

export interface TablePaused {
  event: "table_paused";
  reason: string;
}

/** A table as one viewer may see it now. */
export interface TablePush {
  type: "table";
  table: string;
  view: HouseTableView;
  legal: TableCommand[];
  costs: Record<number, number>;
  kept: Record<number, number>;
  layout: LayoutView;
  draw: DrawView | null;
  at: string;
}

export interface TableRegistered {
  event: "table_registered";
  entry: TableEntry;
  dealing: Dealing;
  rulebook: string;
  money: Money | null;
  edition: string | null;
  book: string | null;
  play_chips: boolean;
  tray: boolean;
}

/** One table over the day. */
export interface TableReport {
  table: string;
  opening: number;
  fills: number;
  credits: number;
  drop: number;
  drop_variance: number;
  counted: number | null;
  ledger: number;
  variance: number;
  closing: number;
  win: number;
  jackpots: number;
}

/** A table, or all tables of a game. */
export interface TableResult {
  table: string;
  game: string;
  money: string | null;
  rounds: number;
  voided: number;
  hands: number;
  handle: number;
  average_bet: number | null;
  rounds_per_hour: number | null;
  win: number;
  result: number;
  drop: number | null;
  hold: string | null;
  hold_of_handle: string | null;
  theoretical: Exact;
  expected_win: string;
  deviations: string | null;
  jackpots: number;
  unpriced: string[];
  wagers: Record<string, WagerSum>;
}

export interface TableResumed {
  event: "table_resumed";
}

/** A line in the list of tables. */
export interface TableSummary {
  table: string;
  rulebook: string;
  round: number;
  phase: string;
  jackpot: string | null;
  limits: [number, number];
  boxes: number;
  automatic: boolean;
  closed: boolean;
  paused: boolean;
  version: number;
  dealer: string | null;
  seats: SeatTaken[];
  practice: boolean;
  name: string;
  file: boolean;
  planned: EditionPlan | null;
  timer: TimerView | null;
}

/** What a table plays for now, under the names that a question about odds has. */
export interface TableTerms {
  boxes: number;
  meter: number | null;
  reset: number | null;
  stake: number | null;
  increment: string | null;
  tables: number | null;
  magic_every: number | null;
  lucky_every: number | null;
}

/** One live-money table, as the cage has it since the last closing. */
export interface TableToday {
  table: string;
  rulebook: string;
  file: boolean;
  recording: boolean;
  held: number | null;
  chips: Pieces[];
  boxed: number | null;
  today: TableDay;
}

/** A table as one viewer sees it. */
export interface TableView {
  table: string;
  rulebook: string;
  round: number;
  phase: string;
  limits: [number, number];
  jackpot: number | null;
  jackpot_stake: number | null;
  jackpot_available: boolean;
  up_card: string | null;
  dealer: HandView | null;
  qualified: boolean | null;
  boxes: BoxView[];
  options: Option[];
  matters: MatterView[];
  lines: Line[];
  closed: boolean;
}

export interface TablesReport {
  day: string;
  since: string | null;
  closed: boolean;
  compared: string;
  tables: TableResult[];
  games: TableResult[];
}

/** Somebody sits down at a box until they leave. */
export interface TakeSeat {
  do: "take_seat";
  box: number;
  player?: string | null;
  shares?: boolean;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** The table waits for somebody. */
export interface TimerCleared {
  event: "timer_cleared";
}

/** When the next step is due, whichever process takes it. */
export interface TimerSet {
  event: "timer_set";
  step: Step;
  round: number;
  due: string;
}

/** What the automatic dealer does next, and when. */
export interface TimerView {
  step: Step;
  due: string;
}

export type TokenPower = "shoe" | "sign" | "reader" | "witness" | "personal";

export interface TokenView {
  id: string;
  name: string;
  owner: string;
  power: TokenPower;
  place: string | null;
  made: string;
  until: string | null;
  answered_by: string[];
  doubted_until: string | null;
}

export type Told =
  | WagerPlaced
  | WagerSettled
  | CallMade
  | HandFolded
  | TimerSet
  | BetsOpened
  | WagerWithdrawn
  | LateWithdrawalNoted
  | ExcessHandedBack
  | LimitAdvised
  | BetsClosed
  | HandInvalidated
  | JackpotWagerInvalidated
  | WagerReturned
  | ShareReturned
  | UpCardChanged
  | HandHandled
  | TableHandShown
  | PlayerLeft
  | RevealDeclined
  | SettlementReversed
  | RoundVoided
  | OptionsOffered
  | OptionTaken
  | JackpotFailed
  | JackpotServiceSet
  | TableClosed
  | TableOpened
  | BoxesDisallowed
  | WagerCorrected
  | TableRegistered
  | EditionNotChanged
  | LimitsPlanned
  | LimitsChanged
  | ShuffleOpened
  | SeedAdded
  | DealerSignedOn
  | DealerSignedOff
  | TablePaused
  | TableResumed
  | LastRoundAnnounced
  | TimerCleared
  | BotSeated
  | BotUnseated
  | BotsSatOut
  | BotsSatDown
  | MatterDecided
  | MisdealReported
  | DeclinedHandSeen
  | PlayerRestricted
  | PlayerBarred
  | PlayerReadmitted
  | LossLimitPassed
  | ReportRefused
  | ActsConfirmed
  | WrongPayment
  | FloorCalled
  | FloorAnswered
  | ModelSeatTaken
  | SeatLeft
  | JackpotGrew
  | ContributionsReturned
  | LinkRoundDealt
  | LinkRoundEnded
  | ClaimsQueued
  | JackpotWon
  | WinsReversed
  | JackpotToppedUp
  | JackpotAdjusted
  | JackpotRegistered
  | TableLinked
  | LinkEditionChanged
  | JackpotParametersChanged
  | LinkFailed
  | LinkRestored
  | JackpotRetired
  | PrizeReleased
  | PaymentReturned
  | Proposed
  | ProposalApproved
  | ProposalDeclined
  | NoticeShown;

/** A slip that is not done with. */
export interface Transfer {
  slip: number;
  table: string;
  way: Way;
  amount: number;
  chips: Pieces[];
  requested_by: string;
  at: string;
  issued_by: string | null;
}

/** Why something was not done. Nothing has happened unless `kind` is `unknown`. */
export interface Trouble {
  kind: string;
  message: string;
  code: string | null;
  clause: string | null;
  version: number | null;
}

/** A dealer in the rotation: where they are meant to be, and where they are. */
export interface Turn {
  dealer: string;
  table: string | null;
  next: string | null;
  back: string | null;
  at: string[];
}

/** The demonstration player of a box plays no further round. */
export interface UnseatBot {
  do: "unseat_bot";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface Unsubscribe {
  type: "unsubscribe";
  streams: string[];
}

export interface Unwatch {
  type: "unwatch";
  tables: string[];
}

export interface UpCardChanged {
  event: "up_card_changed";
  card: string;
}

/** The average value of a decision: in antes, exactly, and in money, rounded. */
export interface Value {
  antes: string;
  decimal: number;
  cents: number;
}

/** The player looks at the hand. */
export interface ViewHand {
  do: "view_hand";
  box: number;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

export interface WagerCorrected {
  event: "wager_corrected";
  box: number;
  player: string;
  wager: string;
  amount: number;
  by: Actor;
}

/** A wager that staff could record now, with the smallest amount. */
export interface WagerEntry {
  box: number;
  wager: string;
  least: number | null;
}

export type WagerKind = "ante" | "jackpot" | "dealer_jackpot";

/** Smallest and largest wager, now and with the next opening call. */
export interface WagerLimits {
  wager: string;
  label: string;
  now: [number, number];
  planned: [number, number] | null;
}

export interface WagerPlaced {
  event: "wager_placed";
  box: number;
  player: string;
  wager: string;
  amount: number;
  by: Actor | null;
}

/** A wager that a player asked staff to place, in the round under way. */
export interface WagerRequest {
  player: string;
  box: number;
  wager: string;
  most: number;
  used: boolean;
}

/** One wager is returned at the close; the others on the box play (TCP 3.4). */
export interface WagerReturned {
  event: "wager_returned";
  box: number;
  player: string;
  wager: string;
  clauses: string[];
}

/** One wager or award, settled on its own. */
export interface WagerSettled {
  event: "wager_settled";
  line: Line;
}

/** One wager over a period. */
export interface WagerSum {
  wagers: number;
  staked: number;
  squares: number;
  paid: number;
  win: number;
  theoretical: string;
}

/** What a player has on a box; chips are visible to all. */
export interface WagerView {
  player: string;
  ante: number;
  stay: number;
  laid: Record<string, number>;
}

export interface WagerWithdrawn {
  event: "wager_withdrawn";
  box: number;
  player: string;
  wager: string;
  amount: number;
}

/** What somebody has, and how it came about. */
export interface WalletPage {
  player: string;
  balance: number;
  practice: number;
  reserved: number;
  chips: number;
  remainder: number;
  owed: number;
  limit: LimitView | null;
  movements: Movement[];
  practice_movements: Movement[];
}

export interface WalletView {
  live: number;
  practice: number;
}

/** Show tables, at once and after each change; `*` for a line of every table. */
export interface Watch {
  type: "watch";
  tables: string[];
}

export type Way = "fill" | "credit";

/** What one winning wager takes. */
export interface Winning {
  box: number;
  player: string;
  target: WagerKind;
  amount: number;
  returned: number;
}

/** A round's payouts and pending claims are undone; other rounds are not priced again. */
export interface WinsReversed {
  event: "wins_reversed";
  jackpot: string;
  table: string;
  round: number;
  paid: number;
  seeded: number;
}

/** A wager taken back while bets are open. */
export interface WithdrawWager {
  do: "withdraw_wager";
  box: number;
  wager: string;
  player?: string | null;
  table?: string | null;
  by?: Actor | null;
  at?: string | null;
}

/** A second house has seen a head, and signs that it has. */
export interface Witness {
  house: string;
  at: string;
  key: string;
  mac: string;
}

/** A player was handed more or less chips for a wager than was confirmed. */
export interface WrongPayment {
  event: "wrong_payment";
  round: number;
  box: number;
  player: string;
  wager: string;
  over: number;
  by: string;
  reason: string;
  stays: boolean;
  settlement: number | null;
}
