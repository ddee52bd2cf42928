import type { Clock } from '../../ctx.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { ProviderSettings } from '../../settings/payment-settings.ts';
import { fedapayProvider } from './fedapay/provider.ts';
import { kkiapayProvider } from './kkiapay/provider.ts';
import { portalProvider } from './portal/provider.ts';

export function openProvider(settings: ProviderSettings, clock: Clock): PaymentProvider {
  switch (settings.provider) {
    case 'fedapay':
      return fedapayProvider(settings, clock);
    case 'kkiapay':
      return kkiapayProvider(settings);
    case 'portal':
      return portalProvider(settings, clock);
  }
}
