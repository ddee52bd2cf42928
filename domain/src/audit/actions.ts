/** A line of the journal is about one of these. `list` is a download, whose id is the name of the list. */
export const auditKinds = [
  'order',
  'prescription',
  'consultation',
  'file',
  'card',
  'report',
  'insurer',
  'user',
  'medication',
  'recall',
  'zone',
  'pharmacy',
  'duty',
  'payment',
  'refund',
  'debit',
  'payout',
  'list',
  'catalogue',
  'settings',
] as const;

export type AuditKind = (typeof auditKinds)[number];

/** The filter of the journal offers these groups. */
export const auditGroups = ['reads', 'changes', 'money', 'security'] as const;

export type AuditGroup = (typeof auditGroups)[number];

/** The actions by group. `progress` is a line of the timeline of an order, named in the details. */
const actionsOf = {
  reads: ['read', 'open', 'export'],
  changes: [
    'create',
    'change',
    'delete',
    'progress',
    'accept',
    'complete',
    'activate',
    'deactivate',
    'plan',
    'import',
  ],
  money: [
    'settle',
    'review',
    'attach',
    'refund',
    'retry',
    'refund-by-hand',
    'pay-out',
    'claim',
    'resume-money',
  ],
  security: [
    'sign-in',
    'lock-out',
    'sign-out',
    'end-sessions',
    'use-recovery-code',
    'change-password',
    'reset-password',
    'set-second-factor',
    'remove-second-factor',
  ],
} as const satisfies Record<AuditGroup, readonly string[]>;

export type AuditAction = (typeof actionsOf)[AuditGroup][number];

export const auditActions: readonly AuditAction[] = auditGroups.flatMap((group) => actionsOf[group]);

export const actionsIn = (group: AuditGroup): readonly AuditAction[] => actionsOf[group];

export const auditGroupLabels: Readonly<Record<AuditGroup, string>> = {
  reads: 'Lectures',
  changes: 'Changements',
  money: 'Argent',
  security: 'Connexions et sécurité',
};

export const auditKindLabels: Readonly<Record<AuditKind, string>> = {
  order: 'Commandes',
  prescription: 'Ordonnances',
  consultation: 'Consultations',
  file: 'Fichiers',
  card: 'Cartes d’assurance',
  report: 'Signalements',
  insurer: 'Assureurs',
  user: 'Comptes',
  medication: 'Médicaments',
  recall: 'Rappels',
  zone: 'Zones',
  pharmacy: 'Pharmacies',
  duty: 'Gardes',
  payment: 'Paiements',
  refund: 'Remboursements',
  debit: 'Débits',
  payout: 'Versements',
  list: 'Listes téléchargées',
  catalogue: 'Importations',
  settings: 'Réglages',
};
