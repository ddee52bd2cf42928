import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pngChunk, writePng } from '../../../server/src/files/uploading/write-png.fixture.ts';

const WORST_SEARCH = 'paracetamoll amoxicilinne ibuprofenne vitaminne';

/** The requests of one person that cost most: how many at once, whether repeated, and the statuses they may get. */
export async function requestsOf({ url, medicationId }) {
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
    items: [{ medicationId, quantity: 1 }],
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

/** A form as one buffer: a `FormData` would be encoded again for each request. */
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
