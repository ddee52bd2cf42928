import type { IncomingMessage, ServerResponse } from 'node:http';

export interface SentCode {
  readonly to: string;
  readonly code: string;
}

interface Service {
  readonly codes: SentCode[];
  sign(phone: string): Promise<string>;
}

/** The captcha of the fake reCAPTCHA. */
export const CAPTCHA = 'captcha-of-the-fake';

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'content-type': 'application/json',
};

/** The calls of the kit, answered as the emulator of Firebase Authentication does; each code is accepted once. */
export async function answerKit(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = (body: object, status = 200) => response.writeHead(status, open).end(JSON.stringify(body));
  const refuse = (message: string) =>
    send({ error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] } }, 400);
  if (request.method === 'OPTIONS') {
    send({});
    return;
  }
  const { pathname } = new URL(request.url ?? '', 'http://firebase.test');
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString() || '{}');
  switch (pathname) {
    case '/v1/recaptchaParams':
      send({ recaptchaSiteKey: 'site-key-of-the-fake' });
      return;
    // reCAPTCHA Enterprise is not configured.
    case '/v2/recaptchaConfig':
      refuse('RECAPTCHA_NOT_ENABLED');
      return;
    case '/v1/accounts:sendVerificationCode': {
      if (body.recaptchaToken !== CAPTCHA) {
        refuse('INVALID_RECAPTCHA_TOKEN');
        return;
      }
      const code = String(100_000 + 7_919 * service.codes.length);
      service.codes.unshift({ to: body.phoneNumber, code });
      send({ sessionInfo: `session-${service.codes.length}` });
      return;
    }
    case '/v1/accounts:signInWithPhoneNumber': {
      const rank = Number(String(body.sessionInfo).replace('session-', ''));
      const sent = service.codes.at(-rank);
      if (sent === undefined || sent.code === '') {
        refuse('SESSION_EXPIRED');
        return;
      }
      if (sent.code !== body.code) {
        refuse('INVALID_CODE');
        return;
      }
      service.codes[service.codes.length - rank] = { ...sent, code: '' };
      const idToken = await service.sign(sent.to);
      const localId = `user-${sent.to}`;
      const more = { refreshToken: 'refresh-token-of-the-fake', expiresIn: '3600', isNewUser: false };
      send({ idToken, localId, phoneNumber: sent.to, ...more });
      return;
    }
    case '/v1/accounts:lookup':
      send({ users: [{ localId: 'user', providerUserInfo: [], createdAt: '0', lastLoginAt: '0' }] });
      return;
    default:
      refuse('NOT_FOUND');
  }
}
