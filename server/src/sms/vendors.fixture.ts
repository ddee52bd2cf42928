// The shapes of three vendors, as their documents and kits describe them. Each is expressed by settings alone.

const MESSAGE_ID = 'b2f7c1d0-5a';

interface Shape {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What it receives for a message. */
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
