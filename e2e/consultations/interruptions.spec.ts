import type { Page } from '@playwright/test';
import { casesOf } from '../cases-of.ts';
import type { Person } from '../people.ts';
import { DESKTOP, expect, type Open, PHONE, type Query, test } from '../product.ts';
import { type CuttingProxy, type Moment, moments, startCuttingProxy } from '../proxies.ts';
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

/** Number of messages that each participant writes. */
const MESSAGES = casesOf(30, 500);
const CUTS = casesOf(10, 100);

test(`a customer and a doctor read every message once and in order, in spite of ${CUTS} interruptions in ${MESSAGES} messages each way`, async ({
  open,
  query,
}) => {
  // A new connection takes up to 1.5 s after each interruption.
  test.setTimeout(180_000 + CUTS * 4_000 + MESSAGES * 500);
  const { customer, doctors } = await createTalkers(query, ['Docteur Test-Coupures']);
  const doctor = doctors[0]!;
  const proxy = await startCuttingProxy(process.env.AMASIN_URL!, /^POST \/api\/chat\/[^/ ]+\/message /);
  const customerPage = await openThrough(open, proxy, PHONE, customer);
  const doctorPage = await openThrough(open, proxy, DESKTOP, doctor);
  try {
    await doctorPage.goto(`${proxy.url}/doctor-dashboard?tab=consultations`);
    await customerPage.goto(`${proxy.url}/dashboard`);
    await requestDoctor(customerPage, 'Bonjour docteur');
    await expect(requestsOf(doctorPage, customer)).toBeVisible();
    await accept(doctorPage, customer);
    await expect(composerOf(customerPage)).toBeEnabled();

    const questions = textsFrom('Question');
    const replies = textsFrom('Réponse');
    const interrupt = interruptions(proxy);
    await Promise.all([
      writeAll(customerPage, questions, interrupt),
      writeAll(doctorPage, replies, interrupt),
    ]);

    await expect.poll(() => countMessages(query, customer), { timeout: 60_000 }).toBe(2 * MESSAGES + 2);
    const stored = await storedTexts(query, customer, doctor);
    for (const page of [customerPage, doctorPage])
      await expect(textsOf(page)).toHaveText(stored, { timeout: 30_000 });
    // All messages of each participant, in the order in which they were written.
    expect(stored.filter((text) => text.startsWith('Question'))).toEqual(questions);
    expect(stored.filter((text) => text.startsWith('Réponse'))).toEqual(replies);
    expect(proxy.cuts()).toBe(CUTS);
  } finally {
    // Before the proxy: they would try to connect to it.
    await Promise.all([customerPage.close(), doctorPage.close()]);
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

/**
 * Returns a function to call after each written message. After the planned messages it waits until both participants
 * are connected, then interrupts them.
 */
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
  // The last one does not wait for a message: all may have been sent.
  const [lastCount] = [...plan.keys()].slice(-1);
  plan.set(lastCount!, 'now');
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
