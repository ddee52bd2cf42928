/** The server writes these lines into a consultation. */
export const systemLines = ['offered', 'accepted', 'completed', 'closed'] as const;

export type SystemLine = (typeof systemLines)[number];

/** The name of the sender of system lines. */
export const SYSTEM_NAME = 'Amasin';

/** The French text of a system line. */
export function systemText(line: SystemLine, doctorName: string | null): string {
  switch (line) {
    case 'offered':
      return 'Aucun médecin n’a encore répondu. Votre demande vient d’être proposée à nouveau à tous les médecins.';
    case 'accepted':
      return `Vous discutez avec le docteur ${doctorName ?? ''}`.trimEnd();
    case 'completed':
      return `Le docteur ${doctorName ?? ''} a terminé la consultation`.replace('  ', ' ');
    case 'closed':
      return 'La consultation a pris fin : l’une des deux personnes n’y répond plus.';
  }
}
