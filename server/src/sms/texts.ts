// Each fits one message: no ê, ô, œ or ’ (texts.test.ts).

export const codeText = (code: string) =>
  `Amasin : votre code est ${code}. Il expire dans 10 minutes. Ne le donnez à personne.`;

export const PHONE_CHANGED_TEXT =
  "Amasin : le numéro de votre compte a été changé, celui-ci n'y donne plus accès. Ce n'est pas vous ? Appelez Amasin sans attendre.";

/** Says nothing about health: others may see the phone's screen. */
export const CHAT_ACCEPTED_TEXT =
  'Amasin : on a répondu à votre demande. Ouvrez Amasin pour lire la réponse et continuer.';
