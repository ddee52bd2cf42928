/**
 * How often a caller may ask, in one table. No house changes these numbers: they follow from what a call costs, not from how many
 * customers there are. Tests give others (testing/test-app.ts).
 */
export const limits = {
  /** Searches of one person. */
  searchesPerMinute: 240,
  /** Searches of visitors from one network address, which a mobile carrier shares among thousands. */
  publicSearchesPerMinute: 2_400,
  /** A supervisor looks up the customer of a telephone. */
  callersPerMinute: 60,
  paymentsPerMinute: 20,
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
  /** Accounts that one network address may try or register before each needs a proof of work; at ten times as many it is refused. */
  accountsPerAddress: 100,
  /** Steps of that proof, before it is doubled: a second or two of a modest telephone. */
  captchaWork: 8_000,
};

export type Limits = Readonly<typeof limits>;

/** A limit of the calls of one endpoint, for its handler. */
export type CallLimit = Extract<keyof Limits, `${string}PerMinute`>;
