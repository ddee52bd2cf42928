import { DAY_MS, HOUR_MS, MINUTE_MS } from '@amasin/domain/contract/time.ts';

// Whoever reads a 429, or a 503 of load, finds its number here. There are four families, and one way to count each:
//
// | family | what is limited | counted | answer |
// |---|---|---|---|
// | `limits` | calls in a window, of a person or of the visitors of an address | by `countCall` in the database (decision 69); searches in each process | 429 |
// | `places` | what goes on at once, and who waits for it | in the process (http/overload.ts, session/passwords.ts, http/read-form.ts) | 503, and 429 when too many of one person wait |
// | `attempts` | what may be a guess: sign-ins, codes, prescription numbers | rows of `tries` (session/limits.ts) | work first (`captcha`), then 429 |
// | `caps` | what makes people work or costs money | rows, with the person or the telephone locked | 429, or 409 while something waits |
//
// No house changes these numbers: they follow from what a call costs, not from how many customers there are.

/** How often a caller may ask. Routes name the limit of their calls; tests give others (testing/test-app.ts). */
export const limits = {
  /** Searches of one person. */
  searchesPerMinute: 240,
  /** Searches of visitors from one network address, which a mobile carrier shares among thousands. */
  publicSearchesPerMinute: 2_400,
  /** A supervisor looks up the customer of a telephone. */
  callersPerMinute: 60,
  paymentsPerMinute: 20,
  /** Reads and payments of pay links from one network address, which a mobile carrier shares among thousands (rule 56). */
  payLinksPerMinute: 1_200,
  uploadsPerMinute: 30,
  /** This equals the 20 events a second of a live connection. */
  messagesPerMinute: 1_200,
  /** Each download reads up to 10,000 rows. */
  exportsPerMinute: 10,
  /** All other calls of one person that write, together: five a second is far above a busy evening of a supervisor. */
  writesPerMinute: 300,
  /** Successful sign-ins of one account; each takes some 30 ms of one core. */
  signInsPerMinute: 60,
  /** Reset codes that one network address may request (rule 26). */
  codesPerHour: 10,
  /** Accounts that one network address tries or registers before it needs a proof of work, and ten times of which it is refused. */
  accountsPerAddress: 100,
  /** Lists that the programs of one pharmacy send: each is read whole. */
  stockListsPerHour: 30,
  /** Steps of that proof, before it is doubled: a second or two of a modest telephone. */
  captchaWork: 8_000,
};

export type Limits = Readonly<typeof limits>;

/** A limit of the calls of one endpoint, for its handler. */
export type CallLimit = Extract<keyof Limits, `${string}PerMinute`>;

/** Windows that no endpoint names. */
export const otherCalls = {
  /** One's own password, checked before something that only its owner may do: each check is a hash. */
  passwordChecksPerMinute: 20,
  /** Openings of one file by one person, through any number of links. */
  openingsPerMinute: 30,
  /** Requests of one address for OpenAPI, a megabyte for clients that read nothing compressed; its page takes ten. */
  documentsPerMinute: 120,
  /** Events of one live connection, which is closed beyond them. */
  eventsPerSecond: 20,
} as const;

export const places = {
  /**
   * Calls of one person: as many as the database has connections are served at once, and others wait for their turn, since a page of
   * staff asks for its lists in one go.
   */
  person: { atOnce: 4, waiting: 50 },
  /** Calls of the visitors of one address, which carriers share among thousands: many may wait; eight at once keep the server busy. */
  visitors: { atOnce: 8, waiting: 200 },
  /** The callers of one address may take this part of all places (`MAX_BUSY`) before it is known who they are. */
  shareOfAddress: 1 / 2,
  /** All visitors together may take this part of them: the last ones are for people who have signed in. */
  shareOfVisitors: 3 / 4,
  /**
   * Bodies that may be on their way at once, of the visitors of one address and of one person. Most arrive with their request, and
   * never count.
   */
  unfinishedBodies: { ofVisitors: 100, ofPerson: 20 },
  /**
   * Bytes that the callers of one address may leave unread, after which they are refused; fewer while all addresses together leave
   * much unread. A response read as fast as the network allows waits in the system, and hardly counts.
   */
  unreadBytes: { ofAddress: 8 * 1_048_576, ofAll: 64 * 1_048_576, whileMuch: 262_144 },
  /** Files of one person that are read at once. */
  files: { atOnce: 2, waiting: 50 },
  /** Who waits for a password hash, in each line, and of one network or account in it: signed-in people all the tries that they have. */
  hashes: {
    unproven: { all: 20, ofOne: 10 },
    proven: { all: 40, ofOne: 10 },
    known: { all: 20, ofOne: 2 },
    signedIn: { all: 200, ofOne: 10 },
  },
  /** Live connections of one person to one process: several devices with several tabs each. */
  connections: 30,
} as const;

/** Rule 22 for sign-ins, 26 for codes, 18 for the numbers of prescriptions. */
export const attempts = {
  windowMs: 15 * MINUTE_MS,
  /** Failed ones per account within the window, before each one needs a proof of work. */
  perAccount: 10,
  /** For one identifier from one network address: above legitimate use, since five codes have 25 attempts. */
  perPair: 40,
  /** Of all known devices of an account together: a former friend or a thief may have several. */
  perDevices: 20,
  /** The work doubles with every ten tries from one place. */
  workStep: 10,
  /** The work doubles at these numbers of tries for an account from all places, and no more, so that its owner needs seconds. */
  workStepsOfAccount: [100, 400],
  /**
   * Codes for one number in a day, from all addresses together: once for devices with an earlier sign-in, once for the others. It bounds
   * the messages, and the guesses to two hundred of a million.
   */
  codesPerNumber: 20,
  /** The work before a code doubles with every five of them, so that using them up for somebody else costs more and more. */
  codeWorkStep: 5,
  /** Complete numbers of prescriptions not found within an hour. */
  missesPerHour: 10,
  /**
   * Unknown tokens of pay links, or keys of programs, from one network address within an hour, before each call with a token needs a
   * proof of work, and each unknown key waits. Their 256 bits are the guard: this keeps guesses cheap for us.
   */
  unknownLinksPerHour: 100,
} as const;

export const caps = {
  /**
   * Times a day, whatever became of it. Changes of phone and e-mail allow for typing errors; more would reveal which numbers and addresses
   * have an account, and send SMS to strangers. Each of the others makes somebody work, and ending it gives no other in its place.
   */
  perDay: {
    phone: 3,
    email: 5,
    consultation: 10,
    photograph: 20,
    card: 10,
    awaitingCard: 20,
    inquiry: 20,
    prescription: 50,
    consent: 10,
    lostPhone: 10,
    payLink: 20,
    feedback: 20,
  },
  /** Lines of the journal by one person, counted in each process: they are kept for years. Staff work through lists. */
  journalPerHour: { ofCustomer: 200, ofStaff: 5_000 },
  /** Photographs of one customer that wait: pharmacists read them one by one. */
  unreadPhotographs: 3,
  /** Requests to pay that one telephone gets, over all accounts: its owner may not be the one who asks. */
  prompts: [
    { count: 3, withinMs: 10 * MINUTE_MS },
    { count: 5, withinMs: DAY_MS },
  ],
  /** Payments that one pay link opens, whoever has it: each is a call to a provider, and may be a request to a telephone. */
  linkPayments: { count: 10, withinMs: HOUR_MS },
  /** After its owner has refused a request, a telephone gets none for this long, ms. */
  promptPauseMs: 2 * MINUTE_MS,
  /** Sessions of one account, and devices that it knows; another sign-in ends the one seen longest ago. */
  sessions: 20,
  knownDevices: 20,
} as const;
