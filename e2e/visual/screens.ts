import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { composerOf, messagesOf, sendPhoto } from '../consultations/chatting.ts';
import { createConsultation } from '../consultations/create-consultation.ts';
import { attachPhoto, createInsuranceCard, createPhoto, createPrescription } from '../documents.ts';
import {
  closePortal,
  createCustomerWithDraft,
  defaultOrder,
  expectDraft,
  goToStep,
  nextStep,
  payButton,
  portalOf,
} from '../ordering.ts';
import { createPaidOrder, openPayment } from '../paid-order.ts';
import { createPerson, readCode, uniqueDigits } from '../people.ts';
import { allowTiles, expect, type Open, type Query } from '../product.ts';
import { callAs, PASSWORD, type StorageState, signInByApi } from '../session.ts';
import { accounts, longNames, type Size, sizes } from '../start/sizes.ts';

/** A list and its rows; or a text of the complete page. */
type Content = readonly [list: string, rows: number | 'some'] | RegExp;

/** A screen to check at every width and in every colour scheme. */
export interface Screen {
  /** Title of its test, unique in its group. */
  readonly name: string;
  /** Its path, or what creates its data. */
  readonly at: string | ((query: Query) => Promise<Place>);
  readonly who?: string;
  readonly shows: Content;
  /** Runs before the page is loaded, to change what the server responds. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Opens what the path does not show, on a phone. */
  readonly steps?: (page: Page, query: Query) => Promise<unknown>;
  /** How many rows its list has; the empty and the long list are checked in fewer colours. */
  readonly size?: Size;
  /** Rules of axe that do not apply. */
  readonly except?: readonly string[];
  /** A list of work: its first item is at the top of a phone, and so many rows fit on a desktop. */
  readonly rowsInView?: number;
  /** The action on a row that must not make it higher, where there is a mouse. */
  readonly rowAction?: RegExp;
  /** Measures the page at every width after its steps too, not only before. */
  readonly everyWidth?: true;
  /** Checked with forced colours too. */
  readonly forced?: true;
}

interface Place {
  readonly path: string;
  readonly who: string | StorageState;
}

const SUPERVISOR = 'superviseur@amasin.demo';
const ADMIN = 'admin@amasin.demo';

/** A search that finds three rows in a full list, by a name that only they have. */
const few = encodeURIComponent(`${longNames.customer} 3`);
const none = encodeURIComponent('personne de ce nom');

const LONG_WORD = 'Fiiièvre'.repeat(30);
const LONG_LINK = `https://exemple.bj/${'resultat-'.repeat(40)}?page=1`;
const LONG_MEDICINE = 'Amoxicilline-acide-clavulanique-pour-suspension-buvable-nourrisson 100 mg/12,5 mg';
/** Six texts by turns, ten times: 60 messages. */
export const longTexts = Array.from({ length: 10 }, () => [
  'Bonjour docteur',
  'Bonjour. Depuis quand ?',
  LONG_WORD,
  `Lisez ceci : ${LONG_LINK}`,
  'Trois jours.\n\nEt il ne mange pas.',
  'D’accord.',
]).flat();

const screen = (
  name: string,
  at: Screen['at'],
  shows: Content,
  more: Omit<Screen, 'name' | 'at' | 'shows'> = {},
): Screen => ({ name, at, shows, ...more });

/** Presses the first button of this name, which opens a dialog. */
const press = (button: string | RegExp, opened: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await expect(page.getByRole('dialog', { name: opened })).toBeVisible();
};

const visitors: Screen[] = [
  screen('the home page', '/', /livrés/),
  screen('the sign-in page', '/login', /Se connecter/),
  screen('the sign-up page', '/register', /Créer un compte/),
  screen('the sign-in page of staff', '/admin', /Se connecter/),
  screen('the forgotten password', '/forgot-password', /code/),
  screen('a wrong code', '/forgot-password', /code/, { steps: typeWrongCode }),
  screen('two passwords that differ', '/forgot-password', /code/, { steps: typeTwoPasswords }),
  screen('the pharmacies', '/pharmacies', ['Pharmacies', 'some']),
  screen('the pharmacies on duty', '/pharmacies?duty=1', /de garde/),
  screen('the map of the pharmacies', '/pharmacies', ['Pharmacies', 'some'], {
    before: allowTiles,
    steps: openMap,
    // Pins of close pharmacies overlap; the list below has an equivalent target for each (WCAG 2.5.8).
    except: ['target-size'],
  }),
  screen('who has a medicine', '/pharmacies/medicament', /Qui a ce médicament/),
  screen('the search for a medicine', '/medicaments', /médicament/),
  screen(
    'a basket with a large quantity to confirm',
    '/medicaments?q=parac',
    ['Médicaments trouvés', 'some'],
    {
      steps: fillBasket,
      everyWidth: true,
    },
  ),
  screen('what Amasin is', '/about', /Amasin/),
  screen('what is kept of people', '/confidentialite', /données/),
  screen('the terms', '/conditions', /ordonnance/),
  screen('an account that is deleted', '/compte-supprime', /Votre compte est supprimé/),
  screen('who is responsible', '/mentions-legales', /Siège/),
  screen('the sign-up of a pharmacy', '/register-pharmacy', /pharmacie/),
  screen('the sign-up of a professional', '/register-partner', /professionnel de santé/),
  screen('a page that does not exist', '/nulle-part', /Page introuvable/),
  screen('the page of a maintenance', '/nulle-part', /Page introuvable/, {
    steps: (page) => page.setContent(maintenance()),
  }),
  screen(
    'the portal of the sandbox',
    async (query) => {
      const customer = await createPerson(query, 'customer', 'Portail Regardé');
      const { transactionId, portal } = await openPayment(query, customer);
      return {
        path: `/sandbox-pay?${new URLSearchParams({ transactionId, token: portal.token })}`,
        who: customer.identifier,
      };
    },
    /Accepter le paiement/,
    {
      steps: (page) => page.getByText('Autres réponses de l’opérateur').click(),
    },
  ),
];

const { customer: usual, patient } = accounts.few;

const customers: Screen[] = [
  screen('the order form', '/order', /Comment commandez-vous/, { who: usual }),
  screen('the medicines found', draft('/order'), /Comment commandez-vous/, {
    steps: (page) => typeToFind(page, 'Ajouter un médicament', 'parac'),
  }),
  screen('where to deliver', '/order?etape=livraison', /Votre quartier/, { who: usual }),
  screen('the quarters found', draft('/order?etape=livraison'), /Votre quartier/, {
    steps: (page) => typeToFind(page, 'Votre quartier', 'cadjehoun'),
  }),
  screen('the summary', draft('/order?etape=recapitulatif'), /Total/, { steps: expectDraft }),
  screen('the choice of a photograph', draft('/order'), /Comment commandez-vous/, {
    steps: choosePhoto,
  }),
  screen('the summary of a photograph', draft('/order'), /Comment commandez-vous/, {
    steps: async (page) => {
      await choosePhoto(page);
      await attachPhoto(page, await createPhoto(page));
      await goToSummary(page);
    },
  }),
  screen(
    'the consent to the use of health data',
    async (query) => {
      const { id, storage } = await createCustomerWithDraft(query, longNames.customer);
      await query('delete from consents where user_id = $1', [id]);
      return { path: '/order', who: storage };
    },
    /Comment commandez-vous/,
    {
      steps: async (page) => {
        await choosePhoto(page);
        const buffer = await createPhoto(page);
        const photo = { name: 'ordonnance.jpg', mimeType: 'image/jpeg', buffer };
        await page.getByTestId('files').last().setInputFiles(photo);
        await expect(page.getByRole('button', { name: 'J’accepte' })).toBeVisible();
      },
    },
  ),
  screen('the prescription of a code', draft('/order'), /Comment commandez-vous/, {
    steps: typeCode,
  }),
  screen(
    'the summary with insurance',
    async (query) => {
      const customer = await createCustomerWithDraft(query, longNames.customer);
      await createInsuranceCard(query, customer, 37, longNames.insurance);
      return { path: '/order?etape=recapitulatif', who: customer.storage };
    },
    /Total/,
    {
      steps: async (page) => {
        const insurance = page.getByLabel(/^Utiliser mon assurance/);
        await insurance.click();
        await expect(insurance).toBeChecked();
        await expect(page.getByText('Réduction assurance (37 %)')).toBeVisible();
      },
    },
  ),
  screen('the open portal', draft('/order?etape=recapitulatif'), /Total/, { steps: openPortal }),
  screen('a payment that is not confirmed', draft('/order?etape=recapitulatif'), /Total/, {
    steps: async (page) => {
      await openPortal(page);
      await closePortal(page);
      await expect(page.getByText(/n’est pas confirmé/)).toBeVisible();
    },
  }),
  screen(
    'a read prescription to pay, with a card',
    async (query) => ({
      path: `/tracking?order=${(await findPhotoOrder(query, 'priced')).id}`,
      who: patient,
    }),
    /CMD-/,
    {
      steps: async (page) => {
        await expect(page.getByRole('button', { name: /^Payer / })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Voir la carte' })).toBeVisible();
      },
    },
  ),
  screen('why to cancel a paid order', paidOrder, /CMD-/, { steps: askToCancel }),
  screen('a cancellation that was asked for', paidOrder, /CMD-/, {
    steps: async (page) => {
      await askToCancel(page);
      await giveReason(page);
    },
  }),
  screen('a cancelled order with its refund', paidOrder, /CMD-/, {
    steps: async (page) => {
      await askToCancel(page);
      await giveReason(page);
      const id = new URL(page.url()).searchParams.get('order');
      await callAs(SUPERVISOR, 'POST', `/api/orders/${id}/cancel-request/decision`, { declined: null });
      await expect(page.getByText(/Comme vous l’avez demandé\. Remboursement de/)).toBeVisible();
    },
  }),
  screen('whom to ask for help', paidOrder, /CMD-/, {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Besoin d’aide' }).click();
      await expect(page.getByRole('link', { name: /^Appeler Amasin/ }).last()).toBeVisible();
    },
  }),
  screen('the profile', '/profile', /Mes lieux|Aucun lieu gardé/, { who: usual }),
  screen('what is known of a person', '/profile', /JSON, à reprendre/, { who: usual }),
  screen('an account to delete', '/profile?supprimer-compte=1', /Effacés tout de suite/, { who: usual }),
  screen(
    'an account that cannot be deleted yet',
    async (query) => {
      const { customer } = await createPaidOrder(query, longNames.customer);
      return { path: '/profile?supprimer-compte=1', who: customer.identifier };
    },
    /Effacés tout de suite/,
    {
      steps: async (page) => {
        await page.getByRole('dialog').getByLabel('Mot de passe').first().fill(PASSWORD);
        await page.getByRole('dialog').getByRole('button', { name: 'Supprimer mon compte' }).click();
        await expect(page.getByText('Pas encore possible')).toBeVisible();
      },
    },
  ),
  screen('a consent to withdraw', person('customer', '/profile'), /Vos accords/, {
    steps: press(/^Retirer cet accord$/, 'Retirer votre accord ?'),
  }),
  screen(
    'the form of an insurance card, without its file',
    person('customer', '/profile'),
    /Vous n’avez pas encore de carte d’assurance/,
    {
      steps: openCardForm,
    },
  ),
  screen(
    'the pages of an insurance card',
    person('customer', '/profile'),
    /Vous n’avez pas encore de carte d’assurance/,
    {
      steps: saveCard,
    },
  ),
  screen(
    'an insurance card to delete',
    async (query) => {
      const customer = await createPerson(query, 'customer', longNames.customer);
      await createInsuranceCard(query, customer, 80, longNames.insurance);
      return { path: '/profile', who: customer.identifier };
    },
    /80 % pris en charge/,
    {
      steps: press(/^Supprimer$/, 'Êtes-vous sûr ?'),
    },
  ),
  screen('the consultations', '/dashboard?chat=list', /Bonjour/, { who: usual }),
  screen('a request for a doctor, not filled in', person('customer', '/dashboard?chat=new'), /Bonjour/, {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Démarrer' }).click();
      await expect(page.getByText('Veuillez remplir tous les champs obligatoires').first()).toBeVisible();
    },
  }),
  screen('a request that waits for a doctor', chat('pending', 'customer'), /Bonjour/, {
    steps: (page) => expect(composerOf(page)).toBeDisabled(),
  }),
  screen('a conversation of sixty messages and a photograph', chat('active', 'customer'), /Bonjour/, {
    steps: async (page) => {
      await sendPhoto(page);
      await messagesOf(page).getByRole('button', { name: 'Voir le fichier joint' }).click();
      await expect(messagesOf(page).getByRole('img', { name: /Fichier joint/ })).toBeVisible();
    },
  }),
  screen('a conversation that has ended', chat('completed', 'customer'), /Bonjour/, {
    steps: (page) => expect(page.getByText(/^Cette consultation est terminée/)).toBeVisible(),
    size: 'many',
  }),
  screen(
    'the notifications, with the switch for push messages',
    person('customer', '/dashboard?notifications=1'),
    /Bonjour/,
    {
      before: async (page) => {
        await page.context().grantPermissions(['notifications']);
        await changeResponse(page, '**/api/push/key', () => ({ key: 'BAAA' }));
      },
      steps: (page) =>
        expect(
          page.getByRole('switch', { name: 'Recevoir les alertes même quand Amasin est fermé' }),
        ).toBeVisible(),
    },
  ),
  screen('an outage', '/dashboard', /Réessayer/, {
    who: usual,
    before: (page) => page.route('**/api/**', (route) => route.fulfill({ status: 503, body: '' })),
  }),
  screen(
    'a deactivated account',
    async (query) => {
      const customer = await createPerson(query, 'customer', 'Arrêt Test');
      const who = await signInByApi(customer.identifier);
      await query('update users set active = false where id = $1', [customer.id]);
      return { path: '/dashboard', who };
    },
    /Compte désactivé/,
  ),
];

/** The lists of one person, with no, three and 200 rows. */
function listsOf(size: Size): Screen[] {
  const { orders, customer, pharmacy, agent, courier, prescriber } = accounts[size];
  const content = (list: string, empty: RegExp, most = 50): Content =>
    orders === 0 ? empty : [list, Math.min(orders, most)];
  const work = size === 'many' ? { rowsInView: ROWS_IN_VIEW } : {};
  const forced = size === 'few' ? ({ forced: true } as const) : {};
  const screens: Screen[] = [
    screen(
      'the customer’s home page',
      '/dashboard',
      content('Dernières commandes', /pas encore de commande/, 10),
      {
        who: customer,
      },
    ),
    screen('the customer’s orders', '/tracking', content('Mes commandes', /pas encore de commande/), {
      who: customer,
    }),
    screen(
      'what a pharmacy prepares',
      '/pharmacy-dashboard',
      orders === 0 ? /Rien à préparer/ : ['Commandes', 'some'],
      {
        who: pharmacy,
        ...work,
        ...forced,
      },
    ),
    screen(
      'the orders of a pharmacy',
      '/pharmacy-dashboard?state=all',
      content('Commandes', /Aucune commande/),
      {
        who: pharmacy,
      },
    ),
    screen(
      'the statements of a pharmacy',
      '/pharmacy-dashboard?tab=releves',
      orders === 0 ? /Pas encore de relevé/ : ['Relevés par mois', 'some'],
      {
        who: pharmacy,
      },
    ),
    screen('what a pharmacist reads', '/agent-dashboard', ['Commandes', 'some'], {
      who: agent,
      ...work,
      ...forced,
      ...(size === 'many' && { rowAction: /^Lire l’ordonnance de/ }),
    }),
    screen(
      'what a courier delivers',
      '/delivery-dashboard',
      orders === 0 ? /Aucune livraison à faire/ : /Marquer comme livrée/,
      {
        who: courier,
        // A courier has cards.
        ...(size === 'many' && { rowsInView: 0 }),
        ...forced,
      },
    ),
    screen(
      'what a courier has earned',
      '/delivery-dashboard?tab=gains',
      // Nothing of three orders is delivered.
      size === 'many' ? ['Relevés par mois', 'some'] : /Pas encore de relevé/,
      {
        who: courier,
      },
    ),
    screen(
      'the prescriptions of a prescriber',
      '/doctor-dashboard',
      content('Mes ordonnances', /pas encore d’ordonnance/),
      {
        who: prescriber,
        // Six figures stand above the list.
        ...forced,
      },
    ),
    screen('what a prescriber has earned', '/doctor-dashboard?tab=gains', /[Gg]ains|reçu|gagné/, {
      who: prescriber,
    }),
  ];
  return screens.map((screen) => ({ ...screen, size }));
}

/** On a desktop of 800 px, a list shows so many rows at once, below the notice of the demonstration. */
const ROWS_IN_VIEW = 12;

const supervision: Screen[] = [
  screen('what is to be done', '/supervisor-dashboard', ['Commandes', 50], {
    size: 'many',
    rowsInView: ROWS_IN_VIEW,
  }),
  screen('three orders found', `/supervisor-dashboard?q=${few}`, ['Commandes', 3]),
  screen('no order found', `/supervisor-dashboard?q=${none}`, /Aucune commande ne correspond/, {
    size: 'none',
  }),
  screen('the card of who calls', `/supervisor-dashboard?q=${accounts.few.customer}`, ['Commandes', 3]),
  screen('every order', '/supervisor-dashboard?state=all', ['Commandes', 50], {
    size: 'many',
    rowsInView: ROWS_IN_VIEW,
  }),
  screen('the delivered orders', '/supervisor-dashboard?state=delivered', ['Commandes', 'some'], {
    size: 'many',
    rowAction: /^Terminer CMD-/,
  }),
  screen('the prescriptions to read', '/supervisor-dashboard?state=pre-treatment', ['Commandes', 50], {
    size: 'many',
    rowAction: /^Lire l’ordonnance de/,
  }),
  screen(
    'the waiting orders, with open filters',
    '/supervisor-dashboard?state=pending',
    ['Commandes', 'some'],
    {
      steps: async (page) => {
        const filters = page.getByRole('button', { name: 'Filtres' });
        await filters.click();
        await expect(filters).toHaveAttribute('aria-expanded', 'true');
      },
      size: 'many',
      forced: true,
    },
  ),
  screen('the menu of a person', `/supervisor-dashboard?q=${few}`, ['Commandes', 3], {
    steps: async (page) => {
      await page.getByRole('button', { name: /^Menu de / }).click();
      await expect(page.getByRole('menuitem', { name: 'Déconnexion' })).toBeVisible();
    },
  }),
  screen('the pharmacies to assign', deskOrder(), /CMD-/, {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Assigner une pharmacie' }).click();
      await expect(page.getByRole('radio', { name: /^Pharmacie Fifamè/ })).toBeVisible();
    },
  }),
  screen('an order to end', deskOrder('delivered'), /CMD-/, {
    steps: press(/^Terminer$/, 'Terminer cette commande ?'),
  }),
  screen(
    'a prescription to process, with its card',
    async (query) => ({
      path: `/supervisor-dashboard?order=${(await findPhotoOrder(query, 'unpriced')).id}`,
      who: SUPERVISOR,
    }),
    /CMD-/,
    {
      steps: async (page) => {
        await page.getByRole('button', { name: 'Traiter' }).click();
        const dialog = page.getByRole('dialog', { name: /^Traiter CMD-/ });
        await expect(dialog.getByRole('img', { name: 'Ordonnance', exact: true })).toBeVisible();
        await expect(dialog.getByLabel('Ajouter un médicament')).toBeVisible();
      },
    },
  ),
  screen(
    'a cancellation to refuse',
    async (query) => {
      const { customer, id } = await createPaidOrder(query, 'Annulée Regardée');
      await callAs(customer.identifier, 'POST', `/api/orders/${id}/cancel-request`, { reason: 'other' });
      return { path: `/supervisor-dashboard?order=${id}`, who: SUPERVISOR };
    },
    /Le client demande l’annulation/,
    {
      steps: async (page) => {
        await page.getByText('Refuser', { exact: true }).click();
        await expect(page.getByRole('button', { name: 'Le livreur part maintenant' })).toBeVisible();
      },
    },
  ),
  screen('the catalogue', '/supervisor-dashboard?tab=medications', ['Médicaments', 5], {
    // A page of medicines has five rows.
    rowsInView: 0,
    forced: true,
  }),
  screen(
    'no medicine found',
    `/supervisor-dashboard?tab=medications&q=${none}`,
    /Aucun médicament ne correspond/,
    {
      size: 'none',
    },
  ),
  screen('a medicine to add, without its name', '/supervisor-dashboard?tab=medications', ['Médicaments', 5], {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Ajouter un médicament' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nouveau médicament' });
      await dialog.getByRole('button', { name: 'Ajouter' }).click();
      await expect(dialog.getByText('Nom requis')).toBeVisible();
    },
  }),
  screen(
    'a medicine to delete',
    async (query) => {
      const label = `${LONG_MEDICINE} ${uniqueDigits()}`;
      await query(
        `insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
         values (gen_random_uuid(), $1, 'syrup', 3500, true, lower($1), now())`,
        [label],
      );
      return {
        path: `/supervisor-dashboard?tab=medications&q=${encodeURIComponent(label)}`,
        who: SUPERVISOR,
      };
    },
    ['Médicaments', 1],
    {
      steps: press(/^Supprimer /, /^Supprimer /),
    },
  ),
  screen('the duty', '/supervisor-dashboard?tab=duty', /garde/, { forced: true }),
  screen('a list of duty that was pasted', '/supervisor-dashboard?tab=duty', /garde/, {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Coller une liste' }).click();
      const dialog = page.getByRole('dialog', { name: 'Coller une liste' });
      await dialog.getByLabel('Liste reçue').fill('Mardi\nPharmacie Fifamè\nPharmacie Introuvable');
      await dialog.getByLabel('Source').fill('Ordre des pharmaciens du Bénin');
      await dialog.getByRole('button', { name: 'Lire la liste' }).click();
      await expect(dialog.getByText('Pharmacie Introuvable', { exact: true }).last()).toBeVisible();
    },
    size: 'many',
  }),
  screen('what is due', '/supervisor-dashboard?tab=versements', ['Versements', 'some'], { size: 'many' }),
  screen('the payments to look at', moneyToLookAt, /paiement/, {
    steps: (page) =>
      expect(
        page.getByRole('button', { name: /^Réessayer le remboursement à Apparence/ }).first(),
      ).toBeVisible(),
  }),
  screen('a payment to decide about', moneyToLookAt, /paiement/, {
    steps: async (page) => {
      await page
        .getByRole('button', { name: /^Décider du paiement/ })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByLabel('Ce qui a été fait')).toBeVisible();
    },
  }),
  screen('a debit without a payment to close', moneyToLookAt, /paiement/, {
    steps: (page) => page.getByText('Classer', { exact: true }).first().click(),
  }),
];

const administration: Screen[] = [
  screen('the overview', '/cpanel', /Commandes par jour/, { forced: true }),
  screen('the overview in numbers', '/cpanel', /Commandes par jour/, {
    steps: async (page) => {
      const plot = page.getByRole('figure', { name: 'Commandes par jour' });
      await plot.getByText('Voir les chiffres').click();
      await expect(plot.getByRole('row')).toHaveCount(31);
    },
  }),
  screen('the overview without orders', '/cpanel', /Aucune commande sur ces jours/, {
    before: (page) => changeResponse(page, '**/api/stats/days?*', withoutOrders),
    size: 'none',
  }),
  screen('the orders', '/cpanel?tab=orders', ['Commandes', 50], {
    size: 'many',
    rowsInView: ROWS_IN_VIEW,
  }),
  screen('three orders found', `/cpanel?tab=orders&q=${few}`, ['Commandes', 3]),
  screen('the prescriptions', '/cpanel?tab=prescriptions', /ORD-/, {
    size: 'many',
    rowsInView: ROWS_IN_VIEW,
  }),
  screen('the zones', '/cpanel?tab=zones', ['Zones', 'some'], {
    // Each has two lines of sectors.
    rowsInView: ROWS_IN_VIEW - 1,
  }),
  screen('no zone found', `/cpanel?tab=zones&q=${none}`, /Aucune zone/, { size: 'none' }),
  screen('a zone to add, with its quarters and its map', '/cpanel?tab=zones', ['Zones', 'some'], {
    before: allowTiles,
    steps: fillZone,
  }),
  screen('a zone to delete', '/cpanel?tab=zones', ['Zones', 'some'], {
    steps: press(/^Supprimer /, 'Supprimer cette zone ?'),
  }),
  screen('the settings of the house', '/cpanel?tab=reglages', /Délai promis/),
  screen('the state of the server', '/cpanel?tab=etat', /Dernière sauvegarde/),
  screen('closing the service', '/cpanel?tab=reglages', /Délai promis/, {
    steps: async (page) => {
      await page.getByLabel('Suspendre le service').selectOption('oui');
      await press('Enregistrer', 'Suspendre le service ?')(page);
    },
  }),
  screen('a list to import', '/cpanel?tab=zones&import=1', /Voir ce qui changerait/),
  screen('the earnings', '/cpanel?tab=benefice', ['Partenaires', 'some']),
  screen('the money', '/cpanel?tab=argent', /Où il est/),
  screen('the insurers', '/cpanel?tab=assureurs', ['Assureurs', 'some']),
  ...([0, 3, 40] as const).map(
    (partners): Screen => ({
      name: `the earnings of ${partners} partners`,
      at: '/cpanel?tab=benefice',
      shows: partners === 0 ? /Aucun partenaire pour l’instant/ : ['Partenaires', partners],
      before: (page) =>
        changeResponse(page, '**/api/benefics/superadmin', (body) => ({ ...body, ...earningsOf(partners) })),
      size: partners === 0 ? 'none' : partners === 3 ? 'few' : 'many',
      // A row of the long list is half below the sticky payment until one scrolls.
      except: partners === 40 ? ['target-size'] : [],
    }),
  ),
  screen('partners to pay', '/cpanel?tab=benefice', ['Partenaires', 40], {
    before: (page) =>
      changeResponse(page, '**/api/benefics/superadmin', (body) => ({ ...body, ...earningsOf(40) })),
    steps: async (page) => {
      await page.getByRole('button', { name: 'Tout sélectionner' }).click();
      await page.getByRole('button', { name: 'Payer sélectionnés' }).click();
      await expect(page.getByRole('dialog', { name: /^Payer .+ FCFA à / })).toBeVisible();
    },
  }),
  screen('the payments', '/cpanel?tab=payments', /paiement/),
  screen('the accounts', '/cpanel/users', ['Comptes', 'some'], {
    size: 'many',
    rowsInView: ROWS_IN_VIEW,
    forced: true,
  }),
  screen('one account found', `/cpanel/users?q=${few}`, ['Comptes', 1]),
  screen('no account found', `/cpanel/users?q=${none}`, /Aucun compte ne correspond/, {
    size: 'none',
  }),
  screen('an account to create, without its name', `/cpanel/users?q=${few}`, ['Comptes', 1], {
    steps: async (page) => {
      await page.getByRole('button', { name: 'Nouvel utilisateur' }).click();
      const dialog = page.getByRole('dialog', { name: 'Nouvel utilisateur' });
      await dialog.getByLabel('Type').selectOption({ label: 'Livreur' });
      await dialog.getByRole('button', { name: 'Créer' }).click();
      await expect(dialog.getByText('Nom requis')).toBeVisible();
    },
  }),
  ...(['Désactiver', 'Supprimer'] as const).map(
    (action): Screen => ({
      name: `an account: ${action}`,
      at: `/cpanel/users?q=${few}`,
      shows: ['Comptes', 1],
      steps: press(new RegExp(`^${action} `), new RegExp(`^${action} .+ \\?$`)),
    }),
  ),
];

const { prescriber, agent } = accounts.few;

const staff: Screen[] = [
  screen('the duty of a pharmacy', '/pharmacy-dashboard?tab=duty', /garde/, {
    who: accounts.few.pharmacy,
  }),
  screen('the own list of a pharmacy', '/pharmacy-dashboard?tab=liste', /Pas encore de liste/, {
    who: accounts.few.pharmacy,
  }),
  screen('the sign-in in two steps', '/pharmacy-dashboard?tab=connexion', /Connexion en deux étapes/, {
    who: accounts.few.pharmacy,
  }),
  screen('the profile of a pharmacist', '/profile', /Mon profil/, { who: agent }),
  screen('no prescription to read', '/agent-dashboard', /Aucune ordonnance à lire/, {
    who: accounts.none.agent,
    // Unassigned orders, including those of other tests, are visible to every pharmacist.
    before: (page) => changeResponse(page, '**/api/orders?*', (body) => ({ ...body, orders: [], total: 0 })),
    size: 'none',
  }),
  screen(
    'a photograph to read, or its code',
    `/agent-dashboard?q=${encodeURIComponent(`${longNames.patient} 3`)}`,
    ['Commandes', 3],
    {
      who: agent,
      steps: async (page) => {
        await page
          .getByRole('list', { name: 'Commandes', exact: true })
          .getByRole('link', { name: /^CMD-/ })
          .first()
          .click();
        await expect(page.getByRole('img', { name: 'Ordonnance', exact: true })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Enregistrer l’ordonnance' })).toBeVisible();
        await page.getByText('J’ai un code').click();
      },
    },
  ),
  screen(
    'a photograph that was read',
    async (query) => ({
      path: `/agent-dashboard?order=${(await findPhotoOrder(query, 'priced')).id}`,
      who: agent,
    }),
    /CMD-/,
    {
      steps: (page) => expect(page.getByText('Le client est prévenu et peut payer.')).toBeVisible(),
    },
  ),
  screen('the file of a prescription', '/doctor-dashboard', ['Mes ordonnances', 3], {
    who: prescriber,
    steps: async (page) => {
      const rows = page.getByRole('list', { name: 'Mes ordonnances', exact: true }).locator('> li');
      await rows.filter({ hasText: 'En attente' }).first().getByRole('link').click();
      await page.getByRole('button', { name: 'Voir le fichier ordonnancé' }).click();
      await expect(
        page.getByRole('dialog').getByRole('img', { name: 'Ordonnance', exact: true }),
      ).toBeVisible();
    },
  }),
  screen('a new prescription without its file', '/doctor-dashboard?write=new', ['Mes ordonnances', 3], {
    who: prescriber,
    steps: writePrescription,
  }),
  screen('the consultations of a doctor', '/doctor-dashboard?tab=consultations', /[Dd]emande|Consultations/, {
    who: 'docteur@amasin.demo',
  }),
  ...([0, 3, 40] as const).map(
    (count): Screen => ({
      name: `${count} requests of patients`,
      at: chat('active', 'doctor', '/doctor-dashboard?tab=consultations'),
      shows: count === 0 ? /^Aucune demande en attente/ : ['Demandes en attente', count],
      // Every doctor is sent the requests of all tests.
      before: async (page) => {
        await changeResponse(page, '**/api/chat/doctor/my-chats', (body) => withRequests(body, count));
        await dropLiveEvents(page);
      },
      size: count === 0 ? 'none' : count === 3 ? 'few' : 'many',
    }),
  ),
  screen(
    'a long request of a patient',
    chat('active', 'doctor', '/doctor-dashboard?tab=consultations'),
    ['Demandes en attente', 40],
    {
      before: async (page) => {
        await changeResponse(page, '**/api/chat/doctor/my-chats', (body) => withRequests(body, 40));
        await dropLiveEvents(page);
      },
      steps: async (page) => {
        await page.getByRole('list', { name: 'Demandes en attente' }).getByRole('link').last().click();
        // The page has scrolled from the end of the list to its top.
        await expect(page.getByRole('heading', { name: `${longNames.patient} 40` })).toBeInViewport();
      },
      size: 'many',
    },
  ),
  ...(['active', 'completed'] as const).map(
    (status): Screen => ({
      name: `a doctor’s consultation, ${status}`,
      at: chat(status, 'doctor'),
      shows: /./,
      steps: (page) => expect(messagesOf(page)).toContainText(LONG_LINK),
      size: status === 'active' ? 'few' : 'many',
    }),
  ),
];

export const groups: readonly (readonly [who: string, screens: readonly Screen[]])[] = [
  ['a visitor', visitors],
  ['a customer', customers],
  ...sizes.map((size) => [`one person with ${accounts[size].orders} rows`, listsOf(size)] as const),
  ['a supervisor', supervision.map((screen) => ({ who: SUPERVISOR, ...screen }))],
  ['an administrator', administration.map((screen) => ({ who: ADMIN, ...screen }))],
  ['staff', staff],
];

/** Opens a screen on a page of this size, and waits until all of it is there. */
export async function show(
  open: Open,
  query: Query,
  { at, who, shows, before, steps }: Screen,
  viewport: { width: number; height: number },
  options?: Parameters<Open>[2],
): Promise<Page> {
  const place = typeof at === 'string' ? { path: at, who } : await at(query);
  const page = await open(viewport, place.who, options);
  await before?.(page);
  await page.goto(place.path);
  await expectContent(page, shows);
  await steps?.(page, query);
  return page;
}

/** Opens the first order or prescription of a list. Returns whether there is one, and no dialog above it. */
export async function openRow(page: Page): Promise<boolean> {
  const row = page
    .locator('main a[data-row]')
    .filter({ hasText: /(CMD|ORD)-\d/ })
    .first();
  if ((await row.count()) === 0 || (await page.getByRole('dialog').count()) > 0) return false;
  await row.click();
  await expect(page.getByRole('heading', { name: /(CMD|ORD)-\d/ }).first()).toBeVisible();
  return true;
}

async function expectContent(page: Page, content: Content): Promise<void> {
  const main = page.getByRole('main');
  // A text may be in the frame of the page too, which is there before the page.
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(main.getByRole('status', { name: 'Chargement…' })).toHaveCount(0);
  if (content instanceof RegExp)
    return expect(page.getByText(content).filter({ visible: true }).first()).toBeVisible();
  const [list, rows] = content;
  const items = main.getByRole('list', { name: list, exact: true }).locator('> li');
  await expect(items.first()).toBeVisible();
  // A supervisor’s list may begin with payments that other tests have left under review.
  if (rows !== 'some') await expect(items.filter({ hasNotText: /^Paiement/ })).toHaveCount(rows);
}

/** Changes the server’s responses to requests that match this URL pattern. */
async function changeResponse(page: Page, pattern: string, change: (body: object) => object): Promise<void> {
  await page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });
}

function person(type: Parameters<typeof createPerson>[1], path: string) {
  return async (query: Query): Promise<Place> => {
    const { identifier } = await createPerson(query, type, longNames.customer);
    return { path, who: identifier };
  };
}

function draft(path: string) {
  return async (query: Query): Promise<Place> => {
    const { storage } = await createCustomerWithDraft(query, longNames.customer);
    return { path, who: storage };
  };
}

async function paidOrder(query: Query): Promise<Place> {
  const { customer, id } = await createPaidOrder(query, longNames.customer);
  return { path: `/tracking?order=${id}`, who: customer.identifier };
}

/** A paid order on the desk of a supervisor. */
function deskOrder(state?: 'delivered') {
  return async (query: Query): Promise<Place> => {
    const { id } = await createPaidOrder(query, longNames.customer);
    if (state === 'delivered') {
      const pharmacy = await createPerson(query, 'pharmacy', longNames.pharmacy);
      const courier = await createPerson(query, 'deliveryPerson', longNames.courier);
      await query('update orders set pharmacy_id = $1, delivery_person_id = $2 where id = $3', [
        pharmacy.id,
        courier.id,
        id,
      ]);
      for (const next of ['delivering', 'delivered'])
        await query('update orders set state = $1 where id = $2', [next, id]);
    }
    return { path: `/supervisor-dashboard?order=${id}`, who: SUPERVISOR };
  };
}

/** A consultation, seen by one of the two. */
function chat(status: 'pending' | 'active' | 'completed', side: 'customer' | 'doctor', path?: string) {
  return async (query: Query): Promise<Place> => {
    const customer = await createPerson(query, 'customer', longNames.patient);
    const doctor = await createPerson(query, 'partnerDoctor', longNames.prescriber);
    const texts = status === 'pending' ? [LONG_WORD] : longTexts;
    const id = await createConsultation(query, customer, doctor, status, texts);
    const own =
      side === 'customer' ? `/dashboard?chat=${id}` : `/doctor-dashboard?tab=consultations&chat=${id}`;
    return { path: path ?? own, who: side === 'customer' ? customer.identifier : doctor.identifier };
  };
}

/** An order with a photographed prescription and an insurance card, unpriced or priced by a pharmacist. */
async function findPhotoOrder(query: Query, which: 'unpriced' | 'priced') {
  const [order] = await query<{ id: string; number: string }>(
    `select orders.id, number from orders join users on users.id = customer_id
     where phone = $1 and state = 'pre-treatment' and card_id is not null and (items_count > 0) = $2`,
    [`+229${patient}`, which === 'priced'],
  );
  return order!;
}

/** A payment under review, a refund that failed and a debit without a payment. */
async function moneyToLookAt(query: Query): Promise<Place> {
  const customer = await createPerson(query, 'customer', 'Apparence Débitée');
  const supervisor = await createPerson(query, 'supervisor', 'Apparence Débits');
  const { transactionId } = await openPayment(query, customer);
  await query(
    `update payments set status = 'review', review_reason = 'paid-twice', settled_at = now() where transaction_id = $1`,
    [transactionId],
  );
  await query(
    `insert into stray_debits (id, provider, transaction_id, reference, amount_fcfa, currency, payment_id, at)
     select gen_random_uuid(), 'other', $1, 'R2', 7654321, 'XOF', id, now() from payments where transaction_id = $1
     union all select gen_random_uuid(), 'other', $1 || '-inconnue', null, null, null, null, now()`,
    [transactionId],
  );
  await query(
    `insert into refunds (id, payment_id, debit, customer_id, amount_fcfa, state, asked_by_id, asked_at)
     select gen_random_uuid(), id, 'R1', customer_id, 7654321, 'failed', $2, now() from payments where transaction_id = $1`,
    [transactionId, supervisor.id],
  );
  return { path: '/supervisor-dashboard?tab=payments', who: supervisor.identifier };
}

async function typeWrongCode(page: Page, query: Query): Promise<void> {
  const { phone } = await createPerson(query, 'customer', longNames.customer);
  await page.getByLabel('Numéro de téléphone').fill(phone);
  await page.getByRole('button', { name: 'Envoyer OTP' }).click();
  const field = page.getByLabel('Code reçu par SMS');
  await field.fill((await readCode(page, phone)) === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Vérifier le code' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

async function typeTwoPasswords(page: Page, query: Query): Promise<void> {
  const { phone } = await createPerson(query, 'customer', longNames.customer);
  await page.getByLabel('Numéro de téléphone').fill(phone);
  await page.getByRole('button', { name: 'Envoyer OTP' }).click();
  await page.getByLabel('Code reçu par SMS').fill(await readCode(page, phone));
  await page.getByRole('button', { name: 'Vérifier le code' }).click();
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('nouveau-mot');
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('nouveau-mto');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page.getByText('Les mots de passe ne correspondent pas')).toBeVisible();
}

async function openMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Afficher la carte' }).click();
  const map = page.getByRole('region', { name: 'Carte des pharmacies' });
  const pin = map.getByRole('button', { name: 'Pharmacie Gbèssinmè' });
  await pin.focus();
  await pin.press('Enter');
  await expect(map.getByRole('link', { name: /^Appeler le/ })).toBeVisible();
}

async function fillBasket(page: Page): Promise<void> {
  const results = page.getByRole('list', { name: 'Médicaments trouvés' });
  const add = results.getByRole('button', { name: /^Ajouter/ }).first();
  await add.click();
  await expect(add).toHaveText('Ajouter (1)');
  await page.getByRole('textbox', { name: /^Quantité/ }).fill('100');
  await page.keyboard.press('Tab');
  await expect(add).toHaveText('Ajouter (100)');
  await expect(page.getByRole('button', { name: 'Oui' })).toBeVisible();
}

const maintenance = () =>
  readFileSync(new URL('../../server/src/http/maintenance.html', import.meta.url), 'utf8');

async function typeToFind(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed);
  await expect(page.getByRole('option').first()).toBeVisible();
}

async function choosePhoto(page: Page): Promise<void> {
  await page.getByText('Ordonnance photographiée').click();
  await expect(page.getByText(/Rien n’est débité maintenant/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choisir un fichier' })).toBeVisible();
}

async function goToSummary(page: Page): Promise<void> {
  await goToStep(page, 2);
  await nextStep(page);
}

async function typeCode(page: Page, query: Query): Promise<void> {
  const customer = await createPerson(query, 'customer', longNames.customer);
  const number = await createPrescription(query, customer, longNames.prescriber);
  await page.getByText('Code d’ordonnance').click();
  await page.getByLabel('Numéro d’ordonnance').fill(number);
  await expect(page.getByRole('region', { name: `Ordonnance ${number}` })).toBeVisible();
}

async function openPortal(page: Page): Promise<void> {
  await payButton(page).click();
  await expect(portalOf(page).getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
}

async function askToCancel(page: Page): Promise<void> {
  await page.getByText('Demander l’annulation').click();
  await expect(page.getByRole('button', { name: 'Autre raison' })).toBeVisible();
}

async function giveReason(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Autre raison' }).click();
  // For some seconds it can be taken back; then it is sent.
  await expect(page.getByText(/^Notre équipe vous répond\. Tant que la livraison/)).toBeVisible();
}

async function openCardForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ajouter une carte' }).click();
  const form = page.getByRole('dialog', { name: 'Ajouter une carte d’assurance' });
  await form.getByLabel('Nom de l’assurance (facultatif)').fill(longNames.insurance);
  await form.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expect(form.getByText('Fichier requis !')).toBeVisible();
}

async function saveCard(page: Page): Promise<void> {
  const buffer = await page.pdf({ format: 'A6' });
  await openCardForm(page);
  const form = page.getByRole('dialog', { name: 'Ajouter une carte d’assurance' });
  const name = `${longNames.insurance}.pdf`;
  await page.getByTestId('files').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await expect(form.getByRole('button', { name: 'Remplacer' })).toBeVisible();
  await form.getByLabel('Taux de prise en charge (%)').fill('80');
  await form.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('button', { name: 'Voir la carte' }).click();
  await expect(page.getByRole('img', { name: /page 1 sur \d/ }).locator('canvas')).toBeVisible();
}

async function fillZone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle zone' });
  await dialog.getByLabel('Nom', { exact: true }).fill(longNames.pharmacy);
  const field = dialog.getByLabel('Quartiers', { exact: true });
  for (const sector of ['Houénoussou-Est', 'Agontinkon'.repeat(6)]) {
    await field.fill(sector);
    await field.press('Enter');
  }
  await expect(dialog.getByRole('button', { name: /^Retirer / })).toHaveCount(2);
  await dialog.getByLabel('Latitude').fill('48.85, 2.35');
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog.getByText(/^Position au Bénin attendue/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Placer sur la carte' }).click();
  await expect(dialog.getByRole('region', { name: /^Carte/ })).toBeVisible();
}

async function writePrescription(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
  await form.getByLabel('Ajouter un médicament').fill(defaultOrder.label.slice(0, 8));
  await form.getByRole('button', { name: defaultOrder.label }).first().click();
  await expect(form.getByLabel(`Quantité\u00a0: ${defaultOrder.label}`)).toHaveValue('1');
  await form.getByLabel('Ajouter un médicament').fill('inconnu-du-catalogue');
  await form.getByRole('button', { name: 'Créer', exact: true }).click();
  await expect(form.getByText('Veuillez joindre un fichier')).toBeVisible();
}

function withoutOrders(body: object): object {
  const { days } = body as { days: object[] };
  const empty = days.map((day) => ({ ...day, orders: 0, revenue: 0, deliveryMinutes: null }));
  return { ...body, days: empty, zones: [], deliveryMinutes: null };
}

function earningsOf(count: number) {
  const titles = ['docteur', 'sage femme', 'kinesitherapeute', null];
  const partners = Array.from({ length: count }, (_, index) => ({
    idPartner: `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: index % 3 ? `Aïcha Kora ${index}` : `${longNames.prescriber} ${index}`,
    titrePartenaire: titles[index % 4] ?? null,
    totalBenefics: 1_250_000 + index * 375,
    totalPaid: index * 250,
    amount: index % 3 === 2 ? 0 : 1_250_000 + index * 125,
    held: index % 3 === 2 ? 1_250_000 + index * 125 : 0,
    verified: index % 3 !== 2,
  }));
  const commission = { waiting: 1_234_560, platform: 98_765_430, partners: 87_654_320, held: 12_345_670 };
  return { total: 98_765_430, totalPaid: 12_345_670, totalToPay: 86_419_760, partners, commission };
}

/** Replaces the requests of all tests with this many. */
function withRequests(body: object, count: number): object {
  const pendingRequests = Array.from({ length: count }, (_, index) => {
    const id = `0198a000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    return {
      _id: id,
      chatId: id,
      patientName: `${longNames.patient} ${index + 1}`,
      status: 'pending',
      createdAt: '2026-11-20T09:00:00.000Z',
      initialMessage: index % 2 ? LONG_LINK : LONG_WORD,
      lastSeq: 1,
      unread: 1,
      lastMessage: null,
      allowedActions: ['accept'],
    };
  });
  return { ...body, pendingRequests };
}

async function dropLiveEvents(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((packet) => {
      if (!String(packet).startsWith('42')) socket.send(packet);
    });
  });
}
