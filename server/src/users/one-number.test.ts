import { isWrittenFor } from '@amasin/domain/users/proven-phone.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { audit } from '../database/schema/audit.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { users } from '../database/schema/users.ts';
import { findPatient } from '../prescriptions/queries.ts';
import { recoveryOf } from '../session/recovery.fixture.ts';
import { announceBySms, sendSms } from '../sms/send.ts';
import { paidWords, phoneChangedWords } from '../sms/texts.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Two accounts, one number (rule 49): who reads, is told, is counted, pays and erases what was written for a telephone.

const PASSWORD = 'le-mot-de-passe';
const PATIENT = 'Rosalinde Houngbadji';
const GONE = 'Compte supprimé';

let server: TestApp;
let supervisor: Visitor;
let agent: Visitor;
let basket: Basket;
let phones = 0;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['paid'] } });
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const newPhone = () => {
  phones += 1;
  return `+2290161${String(phones).padStart(6, '0')}`;
};
const later = () => server.clock.advance(600);

async function register(phone: string): Promise<Visitor> {
  later();
  const { status } = await server.call(null, 'POST', '/auth/register', {
    name: 'Afi Dossou',
    phone,
    password: PASSWORD,
  });
  expect(status).toBe(201);
  return signIn(phone);
}

async function signIn(phone: string): Promise<Visitor> {
  const [row] = await server.db.select().from(users).where(eq(users.phone, phone));
  if (row === undefined) throw new Error(`nobody has ${phone}`);
  return server.session(row);
}

async function prove(who: Visitor, phone: string): Promise<Visitor> {
  later();
  const resetToken = await recoveryOf(server).tokenOf(phone);
  expect((await server.call(who, 'POST', '/auth/phone', { resetToken })).status).toBe(204);
  return who;
}

/** A new password by a code that was sent to the telephone. */
async function reset(phone: string): Promise<Visitor> {
  later();
  const recovery = recoveryOf(server);
  const token = await recovery.tokenOf(phone);
  expect((await recovery.reset(phone, token, PASSWORD)).status).toBe(200);
  return signIn(phone);
}

async function change(who: Visitor, phone: string): Promise<Visitor> {
  later();
  const body = { phone, currentPassword: PASSWORD };
  expect((await server.call(who, 'PUT', '/users/update/me', body)).status).toBe(200);
  // The old number is told before a code is sent to it again.
  await server.messages();
  return who;
}

const replace = ({ row }: Visitor, body: object, by = supervisor) =>
  server.call(by, 'POST', `/users/${row.id}/phone`, body);

async function lose(who: Visitor, phone: string): Promise<Visitor> {
  later();
  expect((await replace(who, { phone, asked: ['name', 'address'] })).status).toBe(204);
  return signIn(phone);
}

interface Written {
  readonly id: string;
  readonly number: string;
}

/** An in-house pharmacist writes a prescription for this telephone, and a supervisor reads it in the list. */
async function write(phone: string): Promise<Written> {
  later();
  const body = { ...basket.order.prescription, patientName: PATIENT, patientPhone: phone };
  const { status, body: answer } = await server.call(agent, 'POST', '/prescriptions', body);
  expect(status).toBe(201);
  const { _id: id, prescriptionNumber: number } = answer.prescription;
  await server.call(supervisor, 'GET', `/prescriptions?q=${number}`);
  return { id, number };
}

interface Case {
  readonly holder: Visitor;
  readonly written: Written;
}

/** How it came about; whether the account is then that of the patient; and whether it was told when it was written. */
const table: readonly [called: string, isPatient: boolean, told: number, () => Promise<Case>][] = [
  [
    'never proven',
    false,
    0,
    async () => {
      const phone = newPhone();
      const holder = await register(phone);
      return { holder, written: await write(phone) };
    },
  ],
  [
    'registered and proven after it was written',
    false,
    0,
    async () => {
      const phone = newPhone();
      const written = await write(phone);
      return { holder: await prove(await register(phone), phone), written };
    },
  ],
  [
    'registered before, proven after it was written',
    false,
    0,
    async () => {
      const phone = newPhone();
      const holder = await register(phone);
      const written = await write(phone);
      return { holder: await prove(holder, phone), written };
    },
  ],
  [
    'proven before it was written',
    true,
    1,
    async () => {
      const phone = newPhone();
      const holder = await prove(await register(phone), phone);
      return { holder, written: await write(phone) };
    },
  ],
  [
    'proven before, by a new password',
    true,
    1,
    async () => {
      const phone = newPhone();
      await register(phone);
      const holder = await reset(phone);
      return { holder, written: await write(phone) };
    },
  ],
  [
    'proven before, and once more after',
    true,
    1,
    async () => {
      const phone = newPhone();
      await prove(await register(phone), phone);
      const written = await write(phone);
      return { holder: await reset(phone), written };
    },
  ],
  [
    'changed to another number since',
    false,
    1,
    async () => {
      const phone = newPhone();
      const holder = await prove(await register(phone), phone);
      const written = await write(phone);
      return { holder: await change(holder, newPhone()), written };
    },
  ],
  [
    'changed to another number, and back, and proven',
    false,
    1,
    async () => {
      const phone = newPhone();
      const holder = await prove(await register(phone), phone);
      const written = await write(phone);
      await change(holder, newPhone());
      return { holder: await prove(await change(holder, phone), phone), written };
    },
  ],
  [
    'changed to the number of somebody else’s prescription, not proven',
    false,
    0,
    async () => {
      const [own, hers] = [newPhone(), newPhone()];
      const holder = await prove(await register(own), own);
      const written = await write(hers);
      return { holder: await change(holder, hers), written };
    },
  ],
  [
    'the next holder of a number that was given up, proven',
    false,
    0,
    async () => {
      const phone = newPhone();
      const former = await prove(await register(phone), phone);
      const written = await write(phone);
      await change(former, newPhone());
      return { holder: await prove(await register(phone), phone), written };
    },
  ],
  [
    'the next holder, for what was written since',
    true,
    1,
    async () => {
      const phone = newPhone();
      await change(await prove(await register(phone), phone), newPhone());
      const holder = await prove(await register(phone), phone);
      return { holder, written: await write(phone) };
    },
  ],
  [
    'the former holder, for what was written since',
    false,
    0,
    async () => {
      const phone = newPhone();
      const holder = await change(await prove(await register(phone), phone), newPhone());
      await prove(await register(phone), phone);
      return { holder, written: await write(phone) };
    },
  ],
  [
    'lost, another number by a supervisor',
    false,
    1,
    async () => {
      const phone = newPhone();
      const holder = await prove(await register(phone), phone);
      const written = await write(phone);
      return { holder: await lose(holder, newPhone()), written };
    },
  ],
  [
    'another number by a supervisor, not proven yet',
    false,
    0,
    async () => {
      const [old, other] = [newPhone(), newPhone()];
      const holder = await lose(await prove(await register(old), old), other);
      return { holder, written: await write(other) };
    },
  ],
  [
    'another number by a supervisor, proven',
    true,
    1,
    async () => {
      const [old, other] = [newPhone(), newPhone()];
      const holder = await prove(await lose(await prove(await register(old), old), other), other);
      return { holder, written: await write(other) };
    },
  ],
];

describe.each(table)('%s (is the patient: %s)', (_, isPatient, told, build) => {
  let holder: Visitor;
  let written: Written;

  beforeAll(async () => {
    ({ holder, written } = await build());
    later();
  });

  it('opens it by its code, with the name whole or masked', async () => {
    const { status, body } = await server.call(holder, 'GET', `/prescriptions/search/${written.number}`);
    expect([status, body.prescription.patientName]).toEqual([200, isPatient ? PATIENT : 'R*** H***']);
    expect('patientPhone' in body.prescription).toBe(isPatient);
  });

  it('was told that it was written, or not', async () => {
    const { body } = await server.call(holder, 'GET', '/notifications');
    const titles = body.notifications.map(({ title }: { title: string }) => title);
    expect(titles.filter((title: string) => title === 'Une ordonnance vous attend')).toHaveLength(told);
  });

  it('reads who has seen it, or nothing, and never its code', async () => {
    const mine = await server.call(holder, 'GET', '/audit/mine');
    const readers = mine.body.days.flatMap((day: { readers: { kind: string }[] }) => day.readers);
    const kinds = readers.map(({ kind }: { kind: string }) => kind);
    expect(kinds.includes('prescription')).toBe(isPatient);
    const taken = await server.call(holder, 'GET', '/users/me/export');
    const notices = await server.call(holder, 'GET', '/notifications');
    for (const { body } of [mine, taken, notices]) expect(JSON.stringify(body)).not.toContain(written.number);
  });

  it('has it counted when calling, or not', async () => {
    const { body: me } = await server.call(holder, 'GET', '/auth/me');
    const phone = encodeURIComponent(me.user.phone);
    const { body } = await server.call(supervisor, 'GET', `/orders/caller?phone=${phone}`);
    expect(body.caller.prescriptions).toEqual({ active: isPatient ? 1 : 0, used: 0 });
  });

  it('takes it along when the account is deleted, or leaves it to its patient', async () => {
    const { status } = await server.call(holder, 'POST', '/users/me/delete', { password: PASSWORD });
    expect(status).toBe(204);
    const [row] = await server.db.select().from(prescriptions).where(eq(prescriptions.id, written.id));
    expect(row?.patientName).toBe(isPatient ? GONE : PATIENT);
  });
});

it.each([false, true])(
  'whoever has the code pays with it, and then reads it (proven: %s)',
  async (isProven) => {
    const phone = newPhone();
    const stranger = newPhone();
    const holder = await register(phone);
    if (isProven) await prove(holder, phone);
    const { number } = await write(stranger);
    const prescription = { type: 'numerical', prescriptionNumber: number };
    const order = { ...basket.order, prescription };
    const { transactionId } = await openPayment(server, holder, { order });
    await providerDoes(server, transactionId, 'approve');
    // The journal has a line an hour.
    server.clock.advance(3600);
    await server.call(supervisor, 'GET', `/prescriptions?q=${number}`);
    later();
    const { body } = await server.call(holder, 'GET', '/audit/mine');
    expect(JSON.stringify(body)).toContain(number);
  },
);

it('the SQL and the domain agree on whose it is', async () => {
  const at = server.clock.now();
  const before = new Date(at.getTime() - 1);
  const after = new Date(at.getTime() + 1);
  for (const phoneProvenAt of [null, before, at, after]) {
    const row = await buildUser(server.db, { type: 'customer', phone: newPhone(), phoneProvenAt });
    const written = { phone: row.phone ?? '', at };
    const found = await findPatient(server.db, written);
    expect(found?.id === row.id).toBe(isWrittenFor(row, written));
  }
  const doctor = await buildUser(server.db, {
    type: 'partnerDoctor',
    phone: newPhone(),
    phoneProvenAt: before,
  });
  expect(await findPatient(server.db, { phone: doctor.phone ?? '', at })).toBeNull();
});

describe('deleting an account leaves to others', () => {
  const remove = (who: Visitor) => server.call(who, 'POST', '/users/me/delete', { password: PASSWORD });
  const items = () => [{ medication: basket.medication, quantity: 3 }];
  const patientOf = async (id: string) => {
    const [row] = await server.db.select().from(prescriptions).where(eq(prescriptions.id, id));
    return [row?.patientName, row?.patientPhone];
  };

  it.each(['pending', 'ended'] as const)(
    'the patient of another customer’s order that is %s, proven or not',
    async (state) => {
      for (const isProven of [false, true]) {
        const phone = newPhone();
        const holder = await register(phone);
        if (isProven) await prove(holder, phone);
        const { id } = await write(phone);
        await buildOrder(server.db, { state, prescriptionId: id, items: items() });
        expect((await remove(holder)).status).toBe(204);
        expect(await patientOf(id)).toEqual([PATIENT, phone]);
      }
    },
  );

  it('a prescription that she ordered for another customer, who is its patient', async () => {
    const phone = newPhone();
    await prove(await register(phone), phone);
    const { id } = await write(phone);
    const daughter = await register(newPhone());
    const ordered = { state: 'ended', prescriptionId: id, items: items() } as const;
    await buildOrder(server.db, { ...ordered, customerId: daughter.row.id });
    expect((await remove(daughter)).status).toBe(204);
    expect(await patientOf(id)).toEqual([PATIENT, phone]);
  });

  it('what waits to be sent to a number that she has not proven', async () => {
    for (const isProven of [false, true]) {
      const phone = newPhone();
      const holder = await register(phone);
      if (isProven) await prove(holder, phone);
      later();
      await server.messages();
      await server.db.delete(smsMessages);
      await sendSms(server.ctx, server.db, { to: phone, words: phoneChangedWords('') });
      expect((await remove(holder)).status).toBe(204);
      expect(await server.db.select().from(smsMessages)).toHaveLength(isProven ? 0 : 1);
    }
  });
});

it.each([
  ['ended', true],
  ['cancelled', false],
] as const)('an order of a code that is %s keeps its prescription: %s', async (state, isKept) => {
  const patientPhone = newPhone();
  const items = [{ medication: basket.medication, quantity: 3 }];
  const { id, number, url } = await buildPrescription(server.db, {
    authorId: agent.row.id,
    patientName: PATIENT,
    patientPhone,
    items,
    createdAt: server.clock.now(),
  });
  later();
  const stranger = await register(newPhone());
  const createdAt = server.clock.now();
  const customerId = stranger.row.id;
  const order = await buildOrder(server.db, { state, customerId, prescriptionId: id, items, createdAt });
  const read = await server.call(stranger, 'GET', `/orders/${order.id}`);
  expect(read.body.order.prescriptionUrl).toBe(isKept ? url : null);
  const link = await server.call(stranger, 'POST', '/upload/signed-url', { key: url });
  expect(link.status).toBe(isKept ? 200 : 404);
  const { parts } = (await server.call(stranger, 'GET', '/users/me/export')).body;
  const ordered = parts.find(({ title }: { title: string }) => title === 'Ordonnances commandées');
  expect(ordered.entries.map((entry: Record<string, unknown>) => entry.Numéro)).toEqual(
    isKept ? [number] : [],
  );
  expect((await server.call(stranger, 'POST', '/users/me/delete', { password: PASSWORD })).status).toBe(204);
  const [row] = await server.db.select().from(prescriptions).where(eq(prescriptions.id, id));
  expect(row).toMatchObject(
    isKept ? { patientName: GONE, patientPhone: '' } : { patientName: PATIENT, patientPhone },
  );
});

it('a code whose order was cancelled and that another customer has ordered is hers alone, to read and in the count', async () => {
  const items = [{ medication: basket.medication, quantity: 3 }];
  const createdAt = server.clock.now();
  const { id, number, url } = await buildPrescription(server.db, {
    authorId: agent.row.id,
    items,
    createdAt,
  });
  await server.ctx.files.write(url ?? '', Buffer.from('a'));
  const order = async (state: 'cancelled' | 'ended') => {
    later();
    const who = await register(newPhone());
    const fields = { customerId: who.row.id, prescriptionId: id, items, createdAt: server.clock.now() };
    await buildOrder(server.db, { ...fields, state });
    return who;
  };
  const former = await order('cancelled');
  const hers = await order('ended');
  // The journal has a line an hour.
  server.clock.advance(3600);
  const link = await server.call(supervisor, 'POST', '/upload/signed-url', { key: url });
  expect((await server.app.inject({ url: link.body.url })).statusCode).toBe(200);
  await server.call(supervisor, 'GET', `/prescriptions?q=${number}`);
  const seenBy = async (who: Visitor) => {
    const { days } = (await server.call(who, 'GET', '/audit/mine')).body;
    const read = days.flatMap(({ readers }: { readers: { kind: string }[] }) => readers);
    return read.map(({ kind }: { kind: string }) => kind).sort();
  };
  const counted = async (who: Visitor) => {
    const phone = encodeURIComponent(who.row.phone ?? '');
    return (await server.call(supervisor, 'GET', `/orders/caller?phone=${phone}`)).body.caller.prescriptions;
  };
  expect([await seenBy(former), await counted(former)]).toEqual([[], { active: 0, used: 0 }]);
  expect([await seenBy(hers), await counted(hers)]).toEqual([
    ['file', 'order', 'prescription'],
    { active: 0, used: 1 },
  ]);
});

it.each([
  ['changed', change],
  ['lost', lose],
])('a message about her order that waits is not sent to the number that she has %s', async (_, away) => {
  const old = newPhone();
  const holder = await register(old);
  const order = await buildOrder(server.db, { state: 'pre-treatment', customerId: holder.row.id });
  const tell = (to: string) =>
    announceBySms(server.ctx, server.db, { to, words: paidWords(order.number, 500), about: order.id });
  const told = async () => (await server.messages()).filter(({ text }) => text.includes(order.number));
  await tell(old);
  const phone = newPhone();
  await away(holder, phone);
  expect(await told()).toEqual([]);
  await tell(phone);
  expect(await told()).toMatchObject([{ to: phone }]);
});

it.each([true, false])(
  'the journal names the patient of a file that is opened: proven %s',
  async (isProven) => {
    const phone = newPhone();
    const holder = await register(phone);
    if (isProven) await prove(holder, phone);
    later();
    const { url } = await buildPrescription(server.db, {
      patientPhone: phone,
      createdAt: server.clock.now(),
    });
    await server.ctx.files.write(url ?? '', Buffer.from('a'));
    const link = await server.call(supervisor, 'POST', '/upload/signed-url', { key: url });
    expect((await server.app.inject({ url: link.body.url })).statusCode).toBe(200);
    const ofHolder = and(eq(audit.action, 'open'), eq(audit.customerId, holder.row.id));
    expect(await server.db.select().from(audit).where(ofHolder)).toHaveLength(isProven ? 1 : 0);
  },
);

describe('a customer who has lost her number', () => {
  const asked = ['order-number', 'address'];

  it('is recognised by two questions: her sessions end, the old number is told, the journal says who and how', async () => {
    const [old, phone] = [newPhone(), newPhone()];
    const holder = await prove(await register(old), old);
    expect((await replace(holder, { phone, asked })).status).toBe(204);
    expect((await server.call(holder, 'GET', '/auth/me')).status).toBe(401);
    const told = (await server.messages()).filter(({ to }) => to === old);
    expect(told[0]?.text).toBe(phoneChangedWords(server.ctx.settings.contactPhone).text);
    const [row] = await server.db.select().from(users).where(eq(users.id, holder.row.id));
    expect(row).toMatchObject({ phone, phoneProvenAt: null });
    const admin = await server.signIn('superAdmin');
    const { lines } = (await server.call(admin, 'GET', `/audit?subject=${holder.row.id}`)).body;
    expect(lines[0]).toMatchObject({
      author: supervisor.row.name,
      text: 'a changé le téléphone du compte de Afi Dossou, reconnu par le numéro de la dernière commande et l’adresse de la dernière livraison',
    });
  });

  it.each([
    ['one question', () => ({ phone: newPhone(), asked: ['address'] }), 422],
    ['one question twice', () => ({ phone: newPhone(), asked: ['address', 'address'] }), 422],
    ['no telephone', () => ({ phone: '', asked }), 422],
    ['a number that somebody has', () => ({ phone: supervisor.row.phone, asked }), 409],
  ] as const)('keeps her number after %s', async (_, body, expected) => {
    const phone = newPhone();
    const holder = await register(phone);
    expect((await replace(holder, body())).status).toBe(expected);
    expect((await server.call(holder, 'GET', '/auth/me')).body.user.phone).toBe(phone);
  });

  it('opens nothing to who replaced it: for a day a code sent to the new number changes no password', async () => {
    const [old, phone] = [newPhone(), newPhone()];
    const holder = await prove(await register(old), old);
    const admin = await server.signIn('superAdmin');
    expect((await replace(holder, { phone, asked })).status).toBe(204);
    const recovery = recoveryOf(server);
    const resetToken = await recovery.tokenOf(phone);
    const refused = await recovery.reset(phone, resetToken, 'un-autre-mot');
    expect([refused.status, refused.body.code]).toEqual([403, 'PHONE_REPLACED']);
    // Her own password goes on, and the code proves the number.
    expect(await recovery.login(phone, PASSWORD)).toBe(200);
    const again = await signIn(phone);
    expect((await server.call(again, 'POST', '/auth/phone', { resetToken })).status).toBe(204);
    const told = (await server.call(await server.session(admin.row), 'GET', '/notifications')).body;
    expect(told.notifications[0]).toMatchObject({
      title: 'Numéro remplacé',
      link: `/cpanel/users?type=customer&compte=${holder.row.id}`,
    });
    server.clock.advance(23 * 3600);
    const late = await recovery.reset(phone, await recovery.tokenOf(phone), 'un-autre-mot');
    expect(late.body.code).toBe('PHONE_REPLACED');
    server.clock.advance(3600);
    await reset(phone);
    supervisor = await server.session(supervisor.row);
    agent = await server.session(agent.row);
  });

  it('is told ten times a day by one supervisor at most, so that nobody writes to strangers', async () => {
    const holder = await register(newPhone());
    const one = await server.signIn('supervisor');
    const answers: number[] = [];
    for (let index = 0; index < 11; index += 1)
      answers.push((await replace(holder, { phone: newPhone(), asked }, one)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
  });

  it('keeps her number when it is said again, and a professional theirs', async () => {
    const phone = newPhone();
    const again = await replace(await register(phone), { phone, asked });
    expect([again.status, again.body.fields]).toEqual([422, { phone: 'C’est déjà son numéro' }]);
    expect((await replace(agent, { phone: newPhone(), asked })).status).toBe(404);
  });
});
