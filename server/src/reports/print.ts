import { formatDateTime, formatDay } from '@amasin/domain/contract/format.ts';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import {
  ageInWords,
  faultLabels,
  reactionOutcomeLabels,
  seriousnessLabels,
  sexLabels,
  takerLabels,
} from '@amasin/domain/reports/kinds.ts';
import { formatPhone } from '@amasin/domain/users/phone-number.ts';
import { recordOnceAnHour } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpeningSince } from '../files/queries.ts';
import { drawPdfOnce } from '../pdf/draw.ts';
import { type Content, head, type Sheet, table, text } from '../pdf/sheet.ts';
import { findMedicines, type ReportView } from './queries.ts';
import { refuseIncomplete } from './treat.ts';

/**
 * Draws the declaration of a report for the authority, and records the opening like that of a health document.
 * @throws 409 REPORT_INCOMPLETE with what it lacks; 503 UNAVAILABLE when too many wait
 */
export async function printDeclaration(ctx: Ctx, view: ReportView) {
  refuseIncomplete(view);
  const { report, order } = view;
  const medicines = (await findMedicines(ctx.db, order.id)).filter(
    ({ label }) => !report.medicines.some((one) => one.label === label),
  );
  const body = await drawPdfOnce(
    paperOf(
      ctx,
      view,
      medicines.map(({ label }) => label),
    ),
  );
  const at = ctx.clock.now();
  const opening = { object: `declaration:${report.id}`, userId: ctx.actor._id, at };
  await insertOpeningSince(ctx.db, opening, new Date(at.getTime() - HOUR_MS));
  const { customerId } = order;
  await recordOnceAnHour(ctx, ctx.db, [{ action: 'open', kind: 'report', id: report.id, customerId }]);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="declaration-${order.number}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200 as const, body, headers };
}

type Fact = readonly [name: string, value: string | null | undefined];

/** A part of the form. What is not known is left out of a declaration, never guessed. */
const part = (title: string, facts: readonly Fact[]): Content[] => {
  const known = facts.flatMap(([name, value]) => (value ? [[text('dimmed', name), value]] : []));
  return known.length === 0
    ? []
    : [
        text('name', title, { margin: [0, 12, 0, 4] }),
        // A row that does not break loses what is longer than a page.
        table('bare', [150, '*'], known, { dontBreakRows: false }),
      ];
};

const dayWords = (day: string | null | undefined) => day && formatDay(new Date(`${day}T12:00:00+01:00`));

/** The fields of the CIOMS form, as far as they are known; initials instead of a name. */
function paperOf(
  { settings, clock }: Ctx,
  { report, order, pharmacy, holder, deliveredAt }: ReportView,
  others: string[],
): Sheet {
  const { facts, taker, ageMonths } = report;
  const isBox = report.kind === 'box';
  const title = isBox ? 'Déclaration de qualité d’un produit' : 'Déclaration d’effet indésirable';
  // Its own day once it was declared; the pharmacist named is the one who answers for it now.
  const at = report.declaredOn === null ? clock.now() : new Date(`${report.declaredOn}T12:00:00+01:00`);
  const age =
    ageMonths !== null ? ageInWords(ageMonths) : facts?.age == null ? null : ageInWords(facts.age * 12);
  const stopped = report.stopped === null ? null : report.stopped ? 'Oui' : 'Non';
  const { identity } = settings;
  return {
    title,
    at,
    size: 'A4',
    foot: [`${title} · ${order.number} · `, ' / '],
    content: [
      head(title, formatDay(at)),
      text('bold', `À : ${settings.healthAuthority}`, { margin: [0, 12, 0, 0] }),
      ...part('Patient', [
        ['Initiales', facts?.initials],
        ['Âge', age],
        ['Sexe', facts?.sex && sexLabels[facts.sex]],
        ['Poids', facts?.weight == null ? null : `${facts.weight} kg`],
        ['Qui l’a pris', taker && (taker === 'self' ? 'La personne qui signale' : takerLabels[taker])],
      ]),
      ...part(isBox ? 'Produit' : 'Produit suspecté', [
        ['Produit', report.medicines.map(({ label, quantity }) => `${quantity} × ${label}`).join('\n')],
        ['Numéro de lot', facts?.batch ?? report.batch],
        ['Dose', facts?.dose],
        ['Début de la prise', dayWords(facts?.from)],
        ['Fin de la prise', dayWords(facts?.to)],
        ['Prise arrêtée', stopped],
        ['Délivré par', pharmacy],
        ['Remis le', deliveredAt && formatDateTime(deliveredAt)],
      ]),
      ...part(isBox ? 'Défaut' : 'Effet', [
        ['Défaut', report.fault && faultLabels[report.fault]],
        ['Depuis le', dayWords(report.since)],
        ['Dit par la personne', report.words],
        ['Description du pharmacien', facts?.description],
        ['Gravité', facts?.seriousness && seriousnessLabels[facts.seriousness]],
        ['Évolution', facts?.outcome && reactionOutcomeLabels[facts.outcome]],
        ['Cause suspectée', facts?.cause],
        ['Photographie', report.photo && 'Conservée, à votre disposition'],
      ]),
      ...part('Autres médicaments', [
        ['Dans la même commande', others.join('\n')],
        ['Autres', facts?.otherMedicines],
      ]),
      ...part('Déclarant', [
        ['Nom', holder?.name],
        ['Qualité', 'Pharmacien'],
        ['Maison', identity.name ?? 'Amasin'],
        ['Adresse', identity.address],
        ['Téléphone', formatPhone(settings.contactPhone)],
        ['E-mail', settings.contactEmail],
        ['Signalé le', formatDateTime(report.createdAt)],
        ['Numéro reçu de l’autorité', report.receipt],
      ]),
    ],
  };
}
