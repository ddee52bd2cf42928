import { formatClock, formatMoney } from '@amasin/domain/contract/format.ts';
import type { InquiryState } from '@amasin/domain/inquiries/inquiry.ts';
import type { OrderInquiry } from '@amasin/domain/orders/order.ts';
import { countOf } from '../../lib/format.ts';
import { Fact } from '../detail/facts.tsx';

type Pharmacy = OrderInquiry['pharmacies'][number];

const stateWords: Readonly<Record<InquiryState, string>> = {
  asked: 'réponse attendue',
  silent: 'pas de réponse',
  answered: 'a répondu',
  refused: 'n’a rien',
  lapsed: 'ne garde plus',
  kept: 'prépare',
  found: 'remerciée',
  ended: 'plus demandée',
};

/** Which pharmacies were asked about an order before it is paid, and what they answered, for those who supervise (rule 64). */
export function PharmacyAnswers({ inquiry: { pharmacies } }: { inquiry: OrderInquiry }) {
  return (
    <Fact name="Pharmacies demandées">
      {pharmacies.map((pharmacy) => (
        <span key={pharmacy._id}>
          <b translate="no">{pharmacy.name}</b> <span>{describe(pharmacy)}</span>
        </span>
      ))}
    </Fact>
  );
}

/** « demandée à 14 h 05, a répondu à 14 h 20 : 5 540 F, 1 manque, gardé jusqu’à 14 h 50 ». */
function describe({ state, askedAt, answeredAt, heldUntil, lines, total, isAgreed }: Pharmacy): string {
  const at = (moment: string) => `à ${formatClock(new Date(moment))}`;
  const lacking = lines.filter(({ answer }) => answer === 'missing').length;
  const kept = [
    ...(total === null ? [] : [formatMoney(total)]),
    ...(lacking === 0 ? [] : [countOf(lacking, 'manque', 'manquent')]),
    ...(isAgreed ? ['acceptée'] : []),
    ...(heldUntil === null ? [] : [`gardé jusqu’${at(heldUntil)}`]),
  ];
  const answer = answeredAt === null ? stateWords[state] : `${stateWords[state]} ${at(answeredAt)}`;
  return `demandée ${at(askedAt)}, ${answer}${state === 'answered' && kept.length > 0 ? ` : ${kept.join(', ')}` : ''}`;
}
