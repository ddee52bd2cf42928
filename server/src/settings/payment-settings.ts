import { z } from 'zod';
import { flag, readSettings, secret, serviceUrl, words } from './formats.ts';

/** The names that people use for the providers outside the demonstration. */
export const providerLabels: Readonly<Record<string, string>> = {
  fedapay: 'FedaPay',
  kkiapay: 'KKiaPay',
  portal: 'Portail',
};

/** The providers outside the demonstration. */
export const paymentProviders = ['fedapay', 'kkiapay', 'portal'] as const;

const key = (expected: string) =>
  z
    .string({ error: expected })
    .min(1, expected)
    .max(200, expected)
    .meta({ description: expected, form: 'un texte de 200 caractères au plus' });
/** The secret of a provider's webhook, and the one that it replaces. */
function webhookSecrets(webhookSecret: string, oldWebhookSecret: string | undefined) {
  return { webhookSecret, ...(oldWebhookSecret !== undefined && { oldWebhookSecret }) };
}

const publicUrl = z.string({ error: 'l’adresse publique du site, https://…' });

/** While a secret is being replaced, calls with the old one arrive too. */
const OLD_WEBHOOK_SECRET = {
  description: 'l’ancien secret du webhook, accepté aussi tant qu’il est donné',
  without: 'un seul secret est accepté',
};

const fedapaySecret = z
  .string({ error: 'le secret du webhook de FedaPay (wh_…)' })
  .regex(/^wh_\S+$/, 'le secret du webhook de FedaPay (wh_…)')
  .meta({ form: '`wh_…`', isSecret: true });

const fedapay = z
  .object({
    PUBLIC_URL: publicUrl,
    FEDAPAY_SECRET_KEY: z
      .string({ error: 'la clé secrète de FedaPay (sk_live_… ou sk_sandbox_…)' })
      .regex(/^sk_(live|sandbox)_[\w-]+$/, 'la clé secrète de FedaPay (sk_live_… ou sk_sandbox_…)')
      .meta({
        description:
          'la clé secrète ; elle choisit aussi l’adresse de FedaPay, celle des essais ou celle de l’argent réel',
        form: '`sk_live_…` ou `sk_sandbox_…`',
        isSecret: true,
      }),
    FEDAPAY_WEBHOOK_SECRET: fedapaySecret.meta({ description: 'le secret du webhook inscrit chez FedaPay' }),
    FEDAPAY_WEBHOOK_SECRET_OLD: fedapaySecret.optional().meta(OLD_WEBHOOK_SECRET),
    FEDAPAY_URL: serviceUrl.optional().meta({
      description: 'une autre adresse de leur interface ; à ne pas donner',
      without: 'celle que la clé choisit',
    }),
  })
  .transform((given) => {
    const isTest = given.FEDAPAY_SECRET_KEY.startsWith('sk_sandbox_');
    return {
      provider: 'fedapay' as const,
      isTest,
      url: given.FEDAPAY_URL ?? `https://${isTest ? 'sandbox-api' : 'api'}.fedapay.com`,
      secretKey: given.FEDAPAY_SECRET_KEY,
      ...webhookSecrets(given.FEDAPAY_WEBHOOK_SECRET, given.FEDAPAY_WEBHOOK_SECRET_OLD),
      publicUrl: given.PUBLIC_URL,
    };
  });

const kkiapay = z
  .object({
    KKIAPAY_PUBLIC_KEY: key('la clé publique de KKiaPay').meta({
      description: 'la clé publique, la seule que le navigateur reçoit',
    }),
    KKIAPAY_PRIVATE_KEY: key('la clé privée de KKiaPay').meta({ isSecret: true }),
    KKIAPAY_SECRET_KEY: key('la clé secrète de KKiaPay').meta({ isSecret: true }),
    KKIAPAY_WEBHOOK_SECRET: secret.meta({
      description:
        'le secret du webhook, que vous inventez ; KKiaPay l’envoie tel quel : ne l’utilisez nulle part ailleurs',
    }),
    KKIAPAY_WEBHOOK_SECRET_OLD: secret.optional().meta(OLD_WEBHOOK_SECRET),
    KKIAPAY_SANDBOX: flag.default(false).meta({ description: '1 avec les clés d’essai' }),
    KKIAPAY_URL: serviceUrl.optional().meta({
      description: 'une autre adresse de leur interface ; à ne pas donner',
      without: 'celle des essais ou la vraie, selon `KKIAPAY_SANDBOX`',
    }),
    KKIAPAY_WIDGET_URL: serviceUrl.default('https://widget-v3.kkiapay.me').meta({
      description: 'une autre adresse de leur fenêtre de paiement ; à ne pas donner',
    }),
  })
  .transform((given) => ({
    provider: 'kkiapay' as const,
    isTest: given.KKIAPAY_SANDBOX,
    url: given.KKIAPAY_URL ?? `https://${given.KKIAPAY_SANDBOX ? 'api-sandbox' : 'api'}.kkiapay.me`,
    widgetUrl: given.KKIAPAY_WIDGET_URL,
    publicKey: given.KKIAPAY_PUBLIC_KEY,
    privateKey: given.KKIAPAY_PRIVATE_KEY,
    secretKey: given.KKIAPAY_SECRET_KEY,
    ...webhookSecrets(given.KKIAPAY_WEBHOOK_SECRET, given.KKIAPAY_WEBHOOK_SECRET_OLD),
  }));

/** A setting that says where an answer of the portal has a value; dots go into objects. */
const field = (name: string, description: string) =>
  z.string().min(1).default(name).meta({ description, form: 'un chemin, comme `status` ou `data.status`' });

const statusWords = (values: string[], description: string) => words.default(values).meta({ description });

const portal = z
  .object({
    PORTAL_LOGIN_URL: serviceUrl.meta({
      description: 'où le serveur se connecte, par `POST` de `{ email, password }`',
    }),
    PORTAL_EMAIL: key('l’adresse de connexion au prestataire'),
    PORTAL_PASSWORD: key('le mot de passe de connexion au prestataire').meta({ isSecret: true }),
    PORTAL_URL: serviceUrl.meta({
      description:
        'la page du portail, ouverte avec `token`, `clientId`, `productId`, `message`, `transactionId` et `minAmount`',
    }),
    PORTAL_NAME: key('le nom du prestataire').default('Portail').meta({
      description: 'comment les clients l’appellent : « Carte ou autre moyen, avec … »',
    }),
    PORTAL_CLIENT_ID: key('l’identifiant client donné par le prestataire'),
    PORTAL_PRODUCT_ID: key('l’identifiant de produit donné par le prestataire'),
    PORTAL_STATUS_URL: serviceUrl
      .refine((url) => url.includes('{transactionId}'), 'une adresse https://… qui contient {transactionId}')
      .meta({
        description: 'où l’état d’un paiement se demande',
        form: '`https://…`, avec `{transactionId}`',
      }),
    PORTAL_WEBHOOK_SECRET: secret.meta({
      description: 'le secret qui signe l’appel du webhook, dans `x-portal-signature: t=…,s=…`',
    }),
    PORTAL_WEBHOOK_SECRET_OLD: secret.optional().meta(OLD_WEBHOOK_SECRET),
    PORTAL_TOKEN_FIELD: field('token', 'où la réponse de connexion a le jeton'),
    PORTAL_STATUS_FIELD: field('status', 'où l’état d’un paiement a son mot'),
    PORTAL_AMOUNT_FIELD: field('amount', 'où l’état a le montant'),
    PORTAL_CURRENCY_FIELD: field('currency', 'où l’état a la monnaie (`XOF`)'),
    PORTAL_REFERENCE_FIELD: field('reference', 'où l’état a la référence du prestataire'),
    PORTAL_ID_FIELD: field(
      'transactionId',
      'où l’état, et le corps JSON de l’appel du webhook, ont notre numéro de transaction',
    ),
    PORTAL_PAID: statusWords(['success', 'paid', 'approved'], 'les mots pour un paiement abouti'),
    PORTAL_FAILED: statusWords(['failed', 'declined', 'refused'], 'les mots pour un paiement refusé'),
    PORTAL_CANCELLED: statusWords(['cancelled', 'canceled'], 'les mots pour un paiement abandonné'),
    PORTAL_EXPIRED: statusWords(['expired'], 'les mots pour un paiement expiré'),
    PORTAL_REFUNDED: statusWords(['refunded', 'reversed'], 'les mots pour un paiement abouti, puis rendu'),
  })
  .transform((given) => ({
    provider: 'portal' as const,
    isTest: false,
    loginUrl: given.PORTAL_LOGIN_URL,
    email: given.PORTAL_EMAIL,
    password: given.PORTAL_PASSWORD,
    url: given.PORTAL_URL,
    label: given.PORTAL_NAME,
    clientId: given.PORTAL_CLIENT_ID,
    productId: given.PORTAL_PRODUCT_ID,
    statusUrl: given.PORTAL_STATUS_URL,
    ...webhookSecrets(given.PORTAL_WEBHOOK_SECRET, given.PORTAL_WEBHOOK_SECRET_OLD),
    /** Where the answers have each value; dots go into objects. */
    fields: {
      token: given.PORTAL_TOKEN_FIELD,
      status: given.PORTAL_STATUS_FIELD,
      amount: given.PORTAL_AMOUNT_FIELD,
      currency: given.PORTAL_CURRENCY_FIELD,
      reference: given.PORTAL_REFERENCE_FIELD,
      transactionId: given.PORTAL_ID_FIELD,
    },
    /** The values of the status, in lower case. */
    statuses: {
      paid: given.PORTAL_PAID,
      failed: given.PORTAL_FAILED,
      cancelled: given.PORTAL_CANCELLED,
      expired: given.PORTAL_EXPIRED,
      refunded: given.PORTAL_REFUNDED,
    },
  }));

export type FedapaySettings = z.output<typeof fedapay>;
export type KkiapaySettings = z.output<typeof kkiapay>;
export type PortalSettings = z.output<typeof portal>;
export type ProviderSettings = FedapaySettings | KkiapaySettings | PortalSettings;

export const providerSchemas = { fedapay, kkiapay, portal };

/**
 * The settings of a payment provider, those of the others ignored.
 * @throws Error with one line that names the missing or invalid setting
 */
export function readProviderSettings(
  provider: (typeof paymentProviders)[number],
  given: Readonly<Record<string, string | undefined>>,
): ProviderSettings {
  return readSettings<z.ZodType<ProviderSettings>>(providerSchemas[provider], given);
}

/** Whether real money may move while nobody has written down who allows the provider to move it. */
export const lacksLicence = (env: {
  readonly DEMO: boolean;
  readonly PAYMENT_LICENCE?: string | undefined;
  readonly PROVIDERS: readonly unknown[];
}): boolean => !env.DEMO && env.PROVIDERS.length > 0 && !env.PAYMENT_LICENCE?.trim();
