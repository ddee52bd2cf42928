import webPush from 'web-push';

/** Prints new keys for push messages, as settings. */
export function vapidKeys(): void {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  process.stdout.write(
    [
      `VAPID_PUBLIC_KEY=${publicKey}`,
      `VAPID_PRIVATE_KEY=${privateKey}`,
      'VAPID_SUBJECT=mailto:vous@exemple.bj',
      '',
    ].join('\n'),
  );
}
