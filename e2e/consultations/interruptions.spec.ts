import type { Page } from '@playwright/test';
import type { Person } from '../people.ts';
import { DESKTOP, expect, type Open, PHONE, type Query, test } from '../product.ts';
import { signInByApi } from '../session.ts';
import {
  accept,
  acceptedLine,
  composerOf,
  createTalkers,
  requestDoctor,
  requestsOf,
  textsOf,
  write,
} from './chatting.ts';
import { type CuttingProxy, type Moment, moments, startCuttingProxy } from './cutting-proxy.ts';

/** Messages of each of the two. */
const MESSAGES = Number(process.env.CHAT_MESSAGES ?? 30);
const CUTS = Number(process.env.CHAT_CUTS ?? 10);

test(`${CUTS} interruptions during ${MESSAGES} messages each way lose, double and reorder nothing`, async ({
  open,
  query,
}) => {
  // A new connection takes up to 1.5 s after each interruption.
  test.setTimeout(60_000 + CUTS * 4_000 + MESSAGES * 500);
  const { customer, doctors } = await createTalkers(query, ['Docteur Test-Coupures']);
  const doctor = doctors[0]!;
  const proxy = await startCuttingProxy(process.env.AMASIN_URL!);
  const phone = await openThrough(open, proxy, PHONE, customer);
  const desk = await openThrough(open, proxy, DESKTOP, doctor);
  try {
    await desk.goto(`${proxy.url}/doctor-dashboard?tab=consultations`);
    await phone.goto(`${proxy.url}/dashboard`);
    await requestDoctor(phone, 'Bonjour docteur');
    await expect(requestsOf(desk, customer)).toBeVisible();
    await accept(desk, customer);
    await expect(composerOf(phone)).toBeEnabled();

    const [questions, answers] = [textsFrom('Question'), textsFrom('Réponse')];
    const interrupt = interruptions(proxy);
    await Promise.all([writeAll(phone, questions, interrupt), writeAll(desk, answers, interrupt)]);

    await expect.poll(() => countMessages(query, customer), { timeout: 60_000 }).toBe(2 * MESSAGES + 2);
    const stored = await storedTexts(query, customer, doctor);
    for (const page of [phone, desk]) await expect(textsOf(page)).toHaveText(stored, { timeout: 30_000 });
    // Of each of the two, all messages in the order in which they were written.
    expect(stored.filter((text) => text.startsWith('Question'))).toEqual(questions);
    expect(stored.filter((text) => text.startsWith('Réponse'))).toEqual(answers);
    expect(proxy.cuts()).toBe(CUTS);
  } finally {
    // Before the proxy: they would try to connect to it.
    await Promise.all([phone.close(), desk.close()]);
    await proxy.close();
  }
});

const textsFrom = (word: string) => Array.from({ length: MESSAGES }, (_, index) => `${word} ${index + 1}`);

async function openThrough(
  open: Open,
  { url }: CuttingProxy,
  viewport: { width: number; height: number },
  { identifier }: Person,
): Promise<Page> {
  const storage = await signInByApi(identifier);
  storage.origins[0]!.origin = url;
  return open(viewport, storage, { isolated: true });
}

async function writeAll(page: Page, texts: readonly string[], written: () => Promise<void>): Promise<void> {
  for (const text of texts) {
    await write(page, text);
    await written();
  }
}

/** Returns what is called after each written message: now and then it waits until both are connected, and interrupts them. */
function interruptions(proxy: CuttingProxy): () => Promise<void> {
  const plan = planCuts();
  let count = 0;
  let started = 0;
  return async () => {
    count += 1;
    const moment = plan.get(count);
    if (moment === undefined) return;
    const before = started++;
    await expect.poll(() => proxy.cuts() >= before && proxy.live() >= 2, { timeout: 30_000 }).toBe(true);
    proxy.cut(moment);
  };
}

/** After which messages the connections are interrupted, and when exactly: a fixed pseudorandom sequence. */
function planCuts(): Map<number, Moment> {
  const plan = new Map<number, Moment>();
  let state = 7;
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const part = Math.floor((2 * MESSAGES - 1) / CUTS);
  for (let cut = 0; cut < CUTS; cut++) {
    plan.set(cut * part + 1 + next(part), moments[next(moments.length)]!);
  }
  return plan;
}

async function countMessages(query: Query, customer: Person): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int as count from consultation_messages
     join consultations on consultations.id = consultation_id where patient_id = $1`,
    [customer.id],
  );
  return row!.count;
}

/** The texts of the stored messages, in their order. */
async function storedTexts(query: Query, customer: Person, doctor: Person): Promise<string[]> {
  const rows = await query<{ content: string; line: string | null }>(
    `select content, line from consultation_messages
     join consultations on consultations.id = consultation_id where patient_id = $1 order by seq`,
    [customer.id],
  );
  return rows.map(({ content, line }) => (line === null ? content : acceptedLine(doctor)));
}
