import { expect, test } from 'vitest';
import { type AuditAction, type AuditKind, auditActions, auditKinds } from './actions.ts';
import { describeEntry, type Line } from './sentence.ts';

const base: Line = {
  action: 'read',
  kind: 'order',
  label: 'CMD-000123',
  customer: null,
  details: {},
  isOwn: false,
};
const say = (change: Partial<Line>) => describeEntry({ ...base, ...change });

test.each<[Partial<Line>, string]>([
  [{}, 'a lu la commande CMD-000123'],
  [
    {
      action: 'change',
      kind: 'medication',
      label: 'Paracétamol 500 mg',
      details: { fields: ['price'], from: 500, to: 600 },
    },
    'a changé le prix du médicament Paracétamol 500 mg : 500 F → 600 F',
  ],
  [
    { action: 'change', kind: 'pharmacy', label: 'Camp Guézo', details: { fields: ['onDuty'], to: true } },
    'a changé la garde de la pharmacie Camp Guézo : oui',
  ],
  [
    {
      action: 'change',
      kind: 'user',
      label: 'Afi Dossou',
      details: { event: 'recognised', fields: ['phone'], to: 'address, name' },
    },
    'a changé le téléphone du compte de Afi Dossou, reconnu par le nom complet et l’adresse de la dernière livraison',
  ],
  [
    { action: 'import', kind: 'pharmacy', label: 'Camp Guézo', details: { event: 'stock', count: 12 } },
    'a importé la liste de Camp Guézo (12)',
  ],
  [
    { action: 'delete', kind: 'pharmacy', label: 'Camp Guézo', details: { event: 'stock-key' } },
    'a supprimé une clé de Camp Guézo',
  ],
  [{ action: 'progress', details: { event: 'mark-ready' } }, 'a préparé la commande CMD-000123'],
  [
    { action: 'progress', details: { event: 'end', from: 'delivered', to: 'ended' } },
    'a terminé la commande CMD-000123 : livrée → terminée',
  ],
  [
    { action: 'progress', details: { event: 'replace-delivery-person', from: 'Koffi', to: 'Sena' } },
    'a remplacé le livreur de la commande CMD-000123 : Koffi → Sena',
  ],
  [{ action: 'progress', details: { event: 'something-new' } }, 'a mis à jour la commande CMD-000123'],
  [{ action: 'open', details: { event: 'receipt' } }, 'a ouvert le reçu de la commande CMD-000123'],
  [{ action: 'open', kind: 'file', label: null, customer: 'Afi' }, 'a ouvert un fichier de Afi'],
  [{ action: 'read', kind: 'consultation', label: null, customer: 'Afi' }, 'a lu une consultation de Afi'],
  [
    { action: 'pay-out', kind: 'payout', label: 'Aïcha Kora', details: { amount: 12500 } },
    'a noté un versement à Aïcha Kora : 12 500 F',
  ],
  [
    { action: 'settle', kind: 'payment', label: 'TX-1', details: { amount: 2700, to: 'paid' } },
    'a enregistré l’état du paiement TX-1 : 2 700 F, payé',
  ],
  [
    { action: 'settle', kind: 'refund', label: null, details: { amount: 2700, to: 'by-hand' } },
    'a enregistré l’état d’un remboursement : 2 700 F, à faire chez le prestataire',
  ],
  [{ action: 'export', kind: 'list', label: 'orders' }, 'a téléchargé la liste des commandes'],
  [
    {
      action: 'export',
      kind: 'user',
      label: 'Aïcha Kora',
      details: { event: 'statement', to: '2026-10' },
    },
    'a téléchargé le relevé d’octobre 2026 de Aïcha Kora',
  ],
  // After a way back: the kind, the action and the field are of a later release.
  [{ action: 'create', kind: 'later' as AuditKind, label: 'Nom' }, 'a créé un élément Nom'],
  [{ action: 'later' as AuditAction, label: null }, 'a mis à jour la commande'],
  [
    { action: 'change', kind: 'later' as AuditKind, label: null, details: { fields: ['later'] } },
    'a changé des champs d’un élément',
  ],
  [{ action: 'plan', kind: 'duty', label: null, details: { count: 9 } }, 'a changé des gardes (9)'],
  [{ action: 'plan', kind: 'pharmacy', label: 'Zogbo' }, 'a changé la garde de la pharmacie Zogbo'],
  [
    { action: 'export', kind: 'user', label: 'Afi', isOwn: true, details: { event: 'own-data' } },
    'a téléchargé ses données',
  ],
  [
    { action: 'export', kind: 'user', label: 'Afi', details: { event: 'own-data' } },
    'a téléchargé les données de Afi',
  ],
  [{ action: 'sign-in', kind: 'user', label: 'Afi', isOwn: true }, 'a ouvert une session'],
  [{ action: 'change-password', kind: 'user', label: 'Afi' }, 'a changé le mot de passe de Afi'],
  [{ action: 'change-password', kind: 'user', label: 'Afi', isOwn: true }, 'a changé son mot de passe'],
  [{ action: 'delete', kind: 'user', label: null }, 'a supprimé un compte supprimé'],
  [{ action: 'end-sessions', kind: 'list', label: 'sessions' }, 'a fermé toutes les sessions'],
  [
    { action: 'resume-money', kind: 'list', label: 'money' },
    'a laissé repartir l’argent et les messages après une restauration',
  ],
  [
    { action: 'remove-second-factor', kind: 'user', label: null },
    'a retiré la deuxième étape de connexion d’un compte supprimé',
  ],
])('%o reads « %s »', (change, text) => {
  expect(say(change)).toBe(text);
});

test('every action on every kind reads as a sentence', () => {
  for (const action of auditActions as readonly AuditAction[]) {
    for (const kind of auditKinds) {
      for (const label of ['Nom', null]) {
        const text = say({ action, kind, label });
        expect(text).toMatch(/^a /);
        expect(text).not.toMatch(/undefined|null| {2}| de le | de les /);
      }
    }
  }
});
