import { MINUTE_MS } from '../contract/time.ts';

/** When a repeated job runs, as a cron expression of minutes and hours in UTC: Benin is an hour ahead. */
const MINUTE = '* * * * *';
const HOURLY = '47 * * * *';
const NIGHT = '17 2 * * *';
const LATER_AT_NIGHT = '37 2 * * *';
/** Customers are notified, so this does not run at night. */
const BY_DAY = '27 7-17 * * *';
/** Customers are asked between 07:17 and 20:17 in Benin. */
const BY_DAY_AND_EVENING = '17 6-19 * * *';
const IN_THE_MORNING = '10 7 * * *';
/** Just after nine in Benin (benefits/schedule.ts). */
const WHEN_PAYOUTS_ARE_DUE = '2 8 * * *';

/** The work that the servers repeat, as a super administrator reads it. */
export const repeatedJobs = {
  'follow-up-payments': { cron: MINUTE, label: 'Suivi des paiements', waits: true },
  'send-refunds': { cron: MINUTE, label: 'Envoi des remboursements', waits: true },
  'send-payouts': { cron: MINUTE, label: 'Envoi des versements', waits: true },
  'tell-settlement': { cron: WHEN_PAYOUTS_ARE_DUE, label: 'Avis des versements à faire', waits: true },
  'offer-requests': { cron: MINUTE, label: 'Consultations proposées de nouveau', waits: false },
  'tell-late': { cron: MINUTE, label: 'Commandes en retard à annoncer', waits: true },
  'lapse-substitutes': { cron: MINUTE, label: 'Fin des questions sans réponse', waits: true },
  'follow-inquiries': { cron: MINUTE, label: 'Demandes aux pharmacies sans réponse', waits: true },
  'ask-feedback': { cron: BY_DAY_AND_EVENING, label: '« Tout va bien ? » après la livraison', waits: true },
  'follow-recalls': { cron: MINUTE, label: 'Rappels de médicaments à annoncer', waits: true },
  'close-unpaid': { cron: BY_DAY, label: 'Fermeture des commandes impayées', waits: true },
  'end-prescriptions': { cron: IN_THE_MORNING, label: 'Fin de validité des ordonnances', waits: true },
  'tell-licences': { cron: IN_THE_MORNING, label: 'Avis de fin d’autorisation', waits: false },
  'sweep-uploads': { cron: HOURLY, label: 'Ménage des photos abandonnées', waits: false },
  sweep: { cron: NIGHT, label: 'Ménage de la nuit', waits: false },
  keep: { cron: LATER_AT_NIGHT, label: 'Effacement de ce qui a passé sa durée', waits: false },
  'check-counts': { cron: LATER_AT_NIGHT, label: 'Vérification des compteurs', waits: false },
  'count-prescribed': { cron: LATER_AT_NIGHT, label: 'Compte des médicaments prescrits', waits: false },
} as const satisfies Record<string, { cron: string; label: string; waits: boolean }>;

export type RepeatedJob = keyof typeof repeatedJobs;

export const repeatedJobNames = Object.keys(repeatedJobs) as [RepeatedJob, ...RepeatedJob[]];

const DAY_MINUTES = 24 * 60;

/** Whether one field of a cron expression has this value: `*`, `7` or `7-17`. */
function matches(field: string | undefined, value: number): boolean {
  if (field === undefined || field === '*') return true;
  const [from, to = from] = field.split('-').map(Number);
  return from !== undefined && to !== undefined && from <= value && value <= to;
}

/** The first time after `after` at which an expression of minutes and hours is due. */
export function nextRun(cron: string, after: Date): Date {
  const [minute, hour] = cron.split(' ');
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let n = 0; n < DAY_MINUTES; n += 1) {
    const at = new Date((first + n) * MINUTE_MS);
    if (matches(minute, at.getUTCMinutes()) && matches(hour, at.getUTCHours())) return at;
  }
  throw new Error(`never due: ${cron}`);
}

/** Jobs are asked for every few seconds, and a busy server takes a while. */
const LATE_MS = 10 * MINUTE_MS;

/** Whether a job should have run again since it last ended, or since the server started. */
export const isLate = (name: RepeatedJob, since: Date, now: Date): boolean =>
  now.getTime() - nextRun(repeatedJobs[name].cron, since).getTime() > LATE_MS;
