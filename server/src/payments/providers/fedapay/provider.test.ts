import { describeProvider } from '../behaviours.fixture.ts';
import { FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider } from './provider.ts';

describeProvider({
  name: 'fedapay',
  start: startFedapay,
  provider: ({ url }, clock, limitMs) =>
    fedapayProvider(
      {
        provider: 'fedapay',
        isTest: true,
        url,
        secretKey: FEDAPAY_KEY,
        webhookSecret: FEDAPAY_WEBHOOK_SECRET,
        publicUrl: 'https://amasin.test',
      },
      clock,
      limitMs,
    ),
  callsAtOpening: true,
  namesCurrency: true,
  hasSignedTime: true,
  secrets: [FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET],
});
