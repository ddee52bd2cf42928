import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSms {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The fields of the JSON body, of the form or of the address. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface FakeVendor {
  readonly url: string;
  readonly received: ReceivedSms[];
  /** Set by a test, and sent to every call. */
  answer: { status: number; body: string } | 'silent';
  close(): Promise<void>;
}

/** An SMS vendor over HTTP on this machine, which takes JSON, forms and addresses with parameters. */
export async function startVendor(): Promise<FakeVendor> {
  const received: ReceivedSms[] = [];
  const vendor = { answer: { status: 200, body: '{"status":true}' } as FakeVendor['answer'] };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const query = new URL(request.url ?? '', 'http://vendor.test').searchParams;
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const fields = isJson
      ? JSON.parse(text)
      : Object.fromEntries(text === '' ? query : new URLSearchParams(text));
    received.push({ method: request.method ?? '', headers: request.headers, fields });
    const { answer } = vendor;
    if (answer !== 'silent') response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(vendor, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

// The shapes of three vendors, as their documents and kits describe them. Each is expressed by settings alone.

const MESSAGE_ID = 'b2f7c1d0-5a';

interface Shape {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The body that it receives for a message. */
  readonly received: { readonly headers: object; readonly fields: object };
  readonly accepted: { readonly status: number; readonly body: object };
  /** A refusal in an answer of success, and its reason. */
  readonly refused: { readonly status: number; readonly body: object; readonly detail: string | null };
  readonly vendorId: string;
  /** Its report of a message; null when it documents none. */
  readonly report: ((status: string) => object) | null;
}

export function shapesOf(to: string, text: string): readonly Shape[] {
  const plain = to.slice(1);
  return [
    {
      name: 'KYA SMS',
      settings: {
        SMS_HEADERS: '{"APIKEY":"{key}"}',
        SMS_FIELDS: '{"from":"{from}","to":"{to}","type":"text","message":"{text}"}',
        SMS_SUCCESS_FIELD: 'data.0.status',
        SMS_SUCCESS: 'PENDING,SENT,DELIVERED',
        SMS_ID_FIELD: 'data.0.messageId',
        SMS_ERROR_FIELD: 'message',
      },
      received: {
        headers: { apikey: 'key-of-tests' },
        fields: { from: 'AMASIN', to: plain, type: 'text', message: text },
      },
      accepted: {
        status: 200,
        body: {
          reason: 'success',
          from: 'AMASIN',
          data: [{ messageId: MESSAGE_ID, status: 'PENDING', to: plain }],
        },
      },
      refused: {
        status: 200,
        body: { reason: 'error', message: 'Solde insuffisant' },
        detail: 'Solde insuffisant',
      },
      vendorId: MESSAGE_ID,
      report: (status) => ({ messageId: MESSAGE_ID, status }),
    },
    {
      name: 'FasterMessage',
      settings: {
        SMS_FORMAT: 'form',
        SMS_HEADERS: '{"X-API-KEY":"{key}"}',
        SMS_FIELDS: '{"from":"{from}","to":"{to}","text":"{text}"}',
        SMS_SUCCESS_FIELD: 'status',
        SMS_SUCCESS: 'true',
        SMS_ID_FIELD: 'messageId',
        SMS_ERROR_FIELD: 'description',
      },
      received: {
        headers: { 'x-api-key': 'key-of-tests' },
        fields: { from: 'AMASIN', to: plain, text },
      },
      accepted: {
        status: 200,
        body: {
          status: true,
          from: 'AMASIN',
          to: plain,
          text,
          code: 200,
          messageId: MESSAGE_ID,
          smsCount: 1,
        },
      },
      refused: {
        status: 200,
        body: { status: false, code: 401, description: `Numéro ${plain} invalide` },
        detail: 'Numéro … invalide',
      },
      vendorId: MESSAGE_ID,
      report: null,
    },
    {
      name: 'Infobip',
      settings: {
        SMS_HEADERS: '{"Authorization":"App {key}"}',
        SMS_FIELDS: '{"messages":[{"from":"{from}","destinations":[{"to":"{to}"}],"text":"{text}"}]}',
        SMS_SUCCESS_FIELD: 'messages.0.status.groupName',
        SMS_SUCCESS: 'PENDING,DELIVERED',
        SMS_ID_FIELD: 'messages.0.messageId',
        SMS_ERROR_FIELD: 'messages.0.status.description',
        SMS_REPORT_LIST: 'results',
        SMS_REPORT_STATUS: 'status.groupName',
        SMS_REPORT_REASON: 'status.description',
      },
      received: {
        headers: { authorization: 'App key-of-tests' },
        fields: { messages: [{ from: 'AMASIN', destinations: [{ to: plain }], text }] },
      },
      accepted: {
        status: 200,
        body: { messages: [{ messageId: MESSAGE_ID, to: plain, status: { groupName: 'PENDING' } }] },
      },
      refused: {
        status: 200,
        body: {
          messages: [{ to: plain, status: { groupName: 'REJECTED', description: 'Not enough credits' } }],
        },
        detail: 'Not enough credits',
      },
      vendorId: MESSAGE_ID,
      report: (status) => ({
        results: [
          {
            messageId: MESSAGE_ID,
            to: plain,
            status: { groupName: status, description: `Message to ${plain} ${status}` },
          },
        ],
      }),
    },
  ];
}
