// scripts/last-release.mjs compares with these what two releases answer to every GET about the same data.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { payAndPlace } from '../../bench/product.mjs';
import { drawPicture } from '../../server/src/testing/upload.ts';

const DAY_MS = 86_400_000;
/** Lists are read whole. */
const LIMIT = 200;

async function call(url, { method = 'GET', path, token, body, key }) {
  const isForm = body instanceof FormData;
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  };
  const sent = isForm ? body : JSON.stringify(body);
  const response = await fetch(url + path, { method, headers, ...(body && { body: sent }) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const isJson = type.startsWith('application/json');
  return {
    status: response.status,
    type,
    body: isJson ? JSON.parse(bytes) : type.startsWith('text/') ? bytes.toString() : bytes,
  };
}

/** A change that has to succeed. @returns its body */
async function change(url, request) {
  const { status, body } = await call(url, { method: 'POST', body: {}, key: randomUUID(), ...request });
  if (status >= 300) throw new Error(`${request.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs the accounts of the demo in. @returns them, and a visitor */
export async function signInAll(url, { demoAccounts, DEMO_PASSWORD }) {
  const people = [{ name: 'nobody' }];
  for (const { identifier, signInPath } of demoAccounts) {
    const path = signInPath === '/admin' ? '/api/auth/admin-login' : '/api/auth/login';
    const { user, token } = await change(url, { path, body: { identifier, password: DEMO_PASSWORD } });
    people.push({ name: identifier, token, user });
  }
  return people;
}

/**
 * Orders prescriptions, whole and without a line: they wait, are delivered, ended, given back in part and cancelled. One more
 * prescription is not ordered.
 */
export async function orderPrescriptions(url, people) {
  const named = (name) => people.find((person) => person.name.startsWith(name));
  const [doctor, customer, supervisor] = ['docteur@', '0197000001', 'superviseur@'].map(named);
  const [pharmacy, courier] = ['pharmacie@', 'livreur@'].map(named);
  const as = ({ token }, method, path, body) => change(url, { method, path: `/api${path}`, token, body });
  const { medications } = await as(doctor, 'GET', '/medications?limit=50');
  const lines = medications.filter(({ price, requiresPrescription }) => price > 0 && !requiresPrescription);
  const { zones } = await as(customer, 'GET', '/zones');
  const picture = await drawPicture();

  async function prescribe() {
    const items = lines.slice(0, 3).map(({ _id }) => ({ medicationId: _id, quantity: 2 }));
    const form = new FormData();
    form.set('type', 'prescription');
    form.set('file', new File([picture], 'photo.jpg', { type: 'image/jpeg' }));
    const file = await as(doctor, 'POST', '/upload', form);
    const patient = { patientName: customer.user.name, patientPhone: customer.user.phone };
    return (await as(doctor, 'POST', '/prescriptions', { ...patient, items, url: file.url })).prescription;
  }
  async function order(leftOut) {
    const { prescriptionNumber } = await prescribe();
    const post = (path, body) => change(url, { path, token: customer.token, body });
    const placed = await payAndPlace(post, {
      prescription: { prescriptionNumber, leftOut },
      deliveryZone: zones[0]._id,
      deliveryAddress: 'Portail vert',
    });
    return placed.order;
  }
  async function deliver({ _id }, states) {
    const patch = (person, path, body) => as(person, 'PATCH', `/orders/${_id}/${path}`, body);
    await patch(supervisor, 'assign', { pharmacy: pharmacy.user._id });
    await patch(supervisor, 'assign', { deliveryPerson: courier.user._id });
    for (const status of states) await patch(status === 'ended' ? supervisor : courier, 'status', { status });
  }

  const [first, second] = lines.map(({ _id }) => _id);
  for (const leftOut of [[], [first]]) {
    await order(leftOut);
    await deliver(await order(leftOut), ['delivering', 'delivered']);
    await deliver(await order(leftOut), ['delivering', 'delivered', 'ended']);
    const part = { lines: [{ medicationId: second, givenBack: 1 }], reason: 'unavailable' };
    await as(supervisor, 'POST', `/orders/${(await order(leftOut))._id}/give-back`, part);
    const cancelled = { reason: 'unavailable' };
    await as(supervisor, 'POST', `/orders/${(await order(leftOut))._id}/cancellation`, cancelled);
  }
  await prescribe();
}

/** The fields whose values fill parameters of another name; `/orders/{id}` takes the ids of every list of `orders`. */
const SOURCES = { number: 'prescriptionNumber', type: 'users.type', chat: 'chats' };

/** Adds the texts of an answer by the name of their field, and of the list that they are in. */
function collect(value, found, list) {
  if (Array.isArray(value)) for (const one of value) collect(one, found, list);
  else if (isObject(value))
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string')
        for (const key of [name, `${list}.${name}`]) found.set(key, (found.get(key) ?? new Set()).add(inner));
      collect(inner, found, name);
    }
}

function valuesInPath(name, path, { all, own }) {
  const [, , resource] = path.split('/');
  const source = name === 'id' ? `${SOURCES[resource] ?? resource}._id` : (SOURCES[name] ?? name);
  // Whoever knows a number finds its prescription, so nobody asks for one that they have not read.
  return [...((name === 'number' ? own : all).get(source) ?? [])];
}

const choicesIn = ({ anyOf, enum: choices = [] }) =>
  (anyOf ? anyOf.flatMap(choicesIn) : choices).filter((choice) => choice !== '');

/** The queries that filter by this parameter. */
function filtersOf({ name, schema }, { all, now }) {
  const day = (days) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  const ids = () => [...(all.get('users._id') ?? [])];
  const values = {
    q: ['para', 'pharmacie'],
    phone: [...(all.get('phone') ?? [])],
    date: [day(0), day(9)],
    since: [day(40)],
  }[name];
  if (name === 'from') return [{ from: day(40), to: day(0) }];
  if (name === 'lat') return [{ lat: 6.37, lng: 2.39 }];
  if (values === undefined && /uuid/.test(JSON.stringify(schema))) return ids().map((id) => ({ [name]: id }));
  return (values ?? choicesIn(schema)).map((value) => ({ [name]: value }));
}

/** Asks every GET of the contract with each id that an answer had, without a filter and with one of each kind. */
function requestsOf({ paths }, person, values) {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined) return [];
    const parameters = get.parameters ?? [];
    const inPath = parameters.filter((one) => one.in === 'path');
    const filled = inPath.reduce(
      (some, { name }) =>
        some.flatMap((one) =>
          valuesInPath(name, path, values).map((value) =>
            one.replace(`{${name}}`, encodeURIComponent(value)),
          ),
        ),
      [path],
    );
    const inQuery = parameters.filter((one) => one.in === 'query');
    const base = Object.assign({}, ...inQuery.map((one) => baseOf(one, values)));
    // Of a PDF only the kind is compared.
    const filters = path.endsWith('/pdf') ? [] : inQuery.flatMap((one) => filtersOf(one, values));
    if (!inQuery.some((one) => one.required)) filters.unshift({});
    return filled.flatMap((one) =>
      filters.map((filter) => {
        const query = new URLSearchParams({ ...base, ...filter });
        return { person: person.name, path: query.size > 0 ? `${one}?${query}` : one };
      }),
    );
  });
}

/** Every request reads lists whole, and the journal up to the first request: reading adds lines to it. */
function baseOf({ name, schema }, { now }) {
  if (name === 'limit') return { limit: LIMIT };
  return schema.pattern?.includes('{13}_') ? { after: `${now}_ffffffff-ffff-ffff-ffff-ffffffffffff` } : {};
}

/**
 * Finds all that each person may ask a server with these data: every GET, with the ids that those without one have answered, and the
 * files that these name.
 */
export async function findRequests(url, people) {
  const now = Date.now();
  const { body: contract } = await call(url, { path: '/api/docs/json' });
  const all = new Map();
  const own = new Map(people.map(({ name }) => [name, new Map()]));
  const requests = () =>
    people.flatMap((person) => requestsOf(contract, person, { all, own: own.get(person.name), now }));
  for (const [{ person }, { body }] of await askAll(url, people, requests()))
    for (const found of [all, own.get(person)]) collect(body, found);
  const filesOf = (found) =>
    ['url', 'prescriptionUrl'].flatMap((field) => [...(found.get(field) ?? [])].map((file) => ({ file })));
  return [
    ...requests(),
    ...people.flatMap(({ name: person }) => filesOf(own.get(person)).map((one) => ({ ...one, person }))),
  ];
}

/** Asks each person's requests one after the other, all people at once. @returns pairs of request and answer */
export async function askAll(url, people, requests) {
  const answers = await Promise.all(
    people.map(async ({ name, token }) => {
      const pairs = [];
      for (const request of requests)
        if (request.person === name) pairs.push([request, await ask(url, token, request)]);
      return pairs;
    }),
  );
  return answers.flat();
}

async function ask(url, token, { path, file }) {
  if (file === undefined) return call(url, { path, token });
  const signed = await call(url, {
    method: 'POST',
    path: '/api/upload/signed-url',
    token,
    body: { key: file },
  });
  return signed.status === 200 ? call(url, { path: new URL(signed.body.url, url).pathname }) : signed;
}

const ownData = /^\/api\/users\/me\/export$/;

/** The newer answer may have more fields. Of those that the older one has, these may be otherwise: the call, the field, and how. */
const MAY_DIFFER = [
  // A puzzle is new each time.
  [/^\/api\/auth\/captcha$/, /^\.challenge\./],
  // Sessions are not in a backup, and each request moves when they were seen.
  [/^\/api\/auth\/sessions$/, /^\.sessions\[\]\.(_id|createdAt|lastSeenAt)$/],
  [ownData, /^\.parts\[Appareils connectés\]/],
  // They say when they were made.
  [ownData, /^\.madeAt$/],
  [/\/pdf$/, /^$/, (was, is) => [was, is].every((file) => file.subarray(0, 5).toString() === '%PDF-')],
  // Reading the answers adds lines to the journal. `/api/audit` compares those of before.
  [/^\/api\/audit\/mine$/, /^\.days/],
  [ownData, /^\.parts\[Qui a vu mon dossier\]/],
  [/^\/api\/audit\/export$/, /^$/, (was, is) => hasAll(was.split('\r\n'), is.split('\r\n'))],
  // The server and its jobs were started again, its schema is newer, and after a restore money waits.
  [/^\/api\/situation$/, /^\.(schema|startedAt|clockAheadMs|backup|moneyWaitsSince|jobs)/],
  // More events of an order send an SMS.
  [/^\/api\/sms$/, /^\.moments$/, hasAll],
];

function hasAll(was, is) {
  return was.every((one) => is.includes(one));
}

/** @returns what the newer answers lack or have otherwise, a line for each call and field with an example */
export function compareAnswers(older, newer) {
  const found = new Map();
  for (const [index, [request, answer]] of older.entries())
    for (const { field, was, is } of differencesOf(answer, newer[index][1])) {
      const call = nameOf(request);
      if (isExpected(call, field, was, is)) continue;
      const line = `${call} ${field}`;
      const shown = `${request.person} ${request.path ?? request.file}: ${show(was)}, now ${show(is)}`;
      found.set(line, { shown, count: (found.get(line)?.count ?? 0) + 1 });
    }
  return [...found].map(([line, { shown, count }]) => `${line}, ${count} times: ${shown}`);
}

const isExpected = (call, field, was, is) =>
  MAY_DIFFER.some(
    ([calls, fields, isFine = () => true]) => calls.test(call) && fields.test(field) && isFine(was, is),
  );

const show = (value) => (JSON.stringify(value) ?? 'absent').slice(0, 300);

/** The path of a call without what differs from one to the next. */
const nameOf = ({ path }) =>
  path === undefined
    ? '/api/files'
    : path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(TX|ORD)-\w+|\d{4}-\d\d/g, '…');

function* differencesOf(was, is) {
  // It says nothing about the data.
  if (was.status === 429 || was.status >= 500) yield { field: 'refused', was: was.status, is: is.status };
  else if (was.status === is.status && was.type === is.type) yield* differences(was.body, is.body);
  else yield { field: 'status', was: [was.status, was.type], is: [is.status, is.type] };
}

/** Finds the fields of the older value that the newer one lacks or has otherwise. The parts of one’s own data have a title. */
function* differences(was, is, field = '') {
  if (field === '.parts' && Array.isArray(is))
    for (const one of was)
      yield* differences(
        one,
        is.find(({ title }) => title === one.title),
        `${field}[${one.title}]`,
      );
  else if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    for (const [index, one] of was.entries()) yield* differences(one, is[index], `${field}[]`);
  else if (isObject(was) && isObject(is))
    for (const [name, one] of Object.entries(was)) yield* differences(one, is[name], `${field}.${name}`);
  else if (!isDeepStrictEqual(was, is)) yield { field, was, is };
}

const isObject = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !Buffer.isBuffer(value);
