import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { pngChunk, writePng } from '../../server/src/files/uploading/write-png.fixture.ts';
import { percentileOf } from '../percentile.mjs';

/** Limits for the others' p95, ms (RELIABILITY 4), and for the memory of the server's process, bytes. */
const OTHERS_MS = 250;
const MEMORY = 600 * 1024 * 1024;
const SAMPLE_MS = 100;
const WORST_SEARCH = 'paracetamoll amoxicilinne ibuprofenne vitaminne';

/** The requests of one person that cost most: how many at once, whether repeated, and the statuses they may get. */
async function requestsOf({ product, load }) {
  const { url } = product;
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ identifier: 'docteur2@amasin.demo', password: 'demo-amasin' });
  const logIn = () => fetch(`${url}/api/auth/admin-login`, { method: 'POST', headers: json, body });
  const { token } = await (await logIn()).json();
  const authorization = `Bearer ${token}`;
  const get = (path) => fetch(url + path, { headers: { authorization } });
  const post = async (path, content) => {
    const headers = { ...json, authorization };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(content) });
    return response.json();
  };
  const upload = (body) =>
    fetch(`${url}/api/upload`, { method: 'POST', headers: { ...formHeaders, authorization }, body });
  const photo = await (await upload(formWith(writePng({ width: 40, height: 40 })))).json();
  const { prescription } = await post('/api/prescriptions', {
    type: 'numerical',
    patientName: 'Afi Kpadé',
    patientPhone: '97 11 11 11',
    items: [{ medicationId: load.medicationId, quantity: 1 }],
    url: photo.url,
  });
  const printed = await post(`/api/prescriptions/${prescription._id}/print`, {});
  const [picture, wide, compressed] = [
    largePicture(),
    writePng({ width: 50_000_000, height: 1 }),
    compressedText(),
  ].map(formWith);
  const search = (turn) => `/api/medications/search?q=${encodeURIComponent(`${WORST_SEARCH} ${turn}`)}`;
  return [
    // Pictures are decoded in processes with limits of their own. A person may store 200 MB.
    { name: '30 pictures of 10 MB', together: 30, send: () => upload(picture), expected: [201, 413] },
    {
      name: 'a picture of 50,000,000 × 1 px',
      together: 2,
      isRepeated: true,
      send: () => upload(wide),
      expected: [413],
    },
    {
      name: 'a PNG with 100 compressed texts',
      together: 2,
      isRepeated: true,
      send: () => upload(compressed),
      expected: [201, 413, 415],
    },
    // A person may open one object 30 times a minute.
    {
      name: '60 loops on a printed prescription',
      together: 60,
      isRepeated: true,
      send: () => get(printed.url),
      expected: [200, 429],
    },
    {
      name: '30 loops of the worst search',
      together: 30,
      isRepeated: true,
      send: (turn) => get(search(turn)),
      expected: [200],
    },
    // An attempt is counted before it succeeds: with ten in progress, the next one needs a proof of work.
    { name: '16 loops of a sign-in', together: 16, isRepeated: true, send: logIn, expected: [200, 429] },
  ];
}

const BOUNDARY = 'amasin-drill';
const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/**
 * A form as one buffer: the other requests are sent and timed by this process, which a `FormData` of 10 MB keeps busy.
 */
function formWith(picture) {
  const part = (name) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`;
  return Buffer.concat([
    Buffer.from(`${part('type')}\r\n\r\nprescription\r\n`),
    Buffer.from(`${part('file')}; filename="photo.png"\r\ncontent-type: image/png\r\n\r\n`),
    picture,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** 10 MB of pixels that cannot be compressed. */
function largePicture() {
  const [width, height] = [1_850, 1_850];
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, red, green and blue.
  head[8] = 8;
  head[9] = 2;
  const rows = randomBytes(height * (1 + width * 3));
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(rows, { level: 0 })), pngChunk('IEND')];
  return Buffer.concat([signature, ...parts]);
}

/** A small picture with 100 texts of 90 MB. */
function compressedText() {
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(90_000_000))]);
  return writePng(
    { width: 40, height: 40 },
    { before: Array.from({ length: 100 }, () => pngChunk('zTXt', text)) },
  );
}

/** Sends each of them, repeatedly for `holdMs` where it says so. @returns what others noticed, and unexpected responses */
export async function sendCostlyRequests({ product, load, holdMs }) {
  const faults = [];
  for (const costly of await requestsOf({ product, load })) {
    const begin = performance.now();
    const { statuses, memory } = await sendRepeatedly(costly, product, begin + holdMs);
    const end = performance.now();
    const others = await load.callsBetween(begin, end);
    const times = others.map(({ ms }) => ms).sort((a, b) => a - b);
    const p95 = Math.round(percentileOf(times, 0.95) ?? Infinity);
    const megabytes = Math.round(memory / 1024 / 1024);
    const { name, expected } = costly;
    const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    const seconds = Math.round((end - begin) / 1_000);
    console.log(
      `${name}: ${counts} in ${seconds} s; others ${times.length}, p95 ${p95} ms; server ${megabytes} MB`,
    );
    const failed = others.filter(({ status }) => !(status < 300)).length;
    if (failed > 0) faults.push(`${name}: ${failed} calls of others failed`);
    if (p95 > OTHERS_MS) faults.push(`${name}: others waited ${p95} ms`);
    if (memory > MEMORY) faults.push(`${name}: the server took ${megabytes} MB`);
    const unexpected = [...statuses.keys()].filter((status) => !expected.includes(status));
    if (unexpected.length > 0) faults.push(`${name}: unexpected ${unexpected.join(', ')}`);
    await pause(1_000);
  }
  return faults;
}

/** @returns how many responses of each status, and the most memory of the server's process, bytes */
async function sendRepeatedly({ together, isRepeated, send }, product, until) {
  const statuses = new Map();
  let [memory, turn] = [0, 0];
  const sampling = setInterval(() => {
    memory = Math.max(memory, product.memory());
  }, SAMPLE_MS);
  const loop = async () => {
    do {
      turn += 1;
      const response = await send(turn);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    } while (isRepeated && performance.now() < until);
  };
  try {
    await Promise.all(Array.from({ length: together }, loop));
  } finally {
    clearInterval(sampling);
  }
  return { statuses, memory };
}
