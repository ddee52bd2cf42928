import { formatAmount } from '@amasin/domain/contract/format.ts';
import type { Words } from '../ports/sms-sender.ts';
import { toGsm } from './http-vendor.ts';

// Each fits one message: no ê, ô, œ or ’ (deliver.test.ts). The parameters are those of the WhatsApp templates, in this order
// (docs/exploitation/prestataires.md). None says anything about health: others may see the phone's screen.

export const codeWords = (code: string): Words => ({
  kind: 'code',
  text: `Amasin : votre code est ${code}. Il expire dans 10 minutes. Ne le donnez à personne.`,
  params: [code],
});

/** @param ours whom to call, in its stored form */
export const phoneChangedWords = (ours: string): Words => ({
  kind: 'phone-changed',
  text: `Amasin : le numéro de votre compte a été changé, celui-ci n'y donne plus accès. Ce n'est pas vous ? Appelez-nous : ${dialled(ours)}.`,
  params: [],
});

export const answerWords: Words = {
  kind: 'answer',
  text: 'Amasin : on a répondu à votre demande. Ouvrez Amasin pour lire la réponse et continuer.',
  params: [],
};

/** What a super administrator sends to their own telephone, by SMS only: no template has its words. */
export const testWords: Words = {
  kind: 'answer',
  text: "Amasin : SMS d'essai. Si vous le lisez, les messages partent.",
  params: [],
};

export function paidWords(number: string, amount: number): Words {
  const paid = formatAmount(amount);
  return {
    kind: 'paid',
    text: `Amasin : votre commande ${number} est payée (${paid} F). Nous la préparons.`,
    params: [number, paid],
  };
}

/** The pharmacy waits for an answer of the customer. */
export const askedWords = (number: string): Words => ({
  kind: 'question',
  text: `Amasin : la pharmacie a une question sur votre commande ${number}. Ouvrez Amasin pour répondre.`,
  params: [number],
});

/** A pharmacy has not opened what it is asked. */
export const inquiryWords = (number: string): Words => ({
  kind: 'inquiry',
  text: `Amasin : la demande ${number} attend votre réponse. Ouvrez Amasin pour dire ce que vous avez.`,
  params: [number],
});

/** Pharmacies have answered, or none has: the order says which. */
export const foundWords = (number: string): Words => ({
  kind: 'found',
  text: `Amasin : du nouveau pour votre commande ${number}. Ouvrez Amasin pour la suite.`,
  params: [number],
});

export const recallWords = (number: string): Words => ({
  kind: 'recall',
  text: `Amasin : un message important sur votre commande ${number} vous attend. Ouvrez Amasin pour le lire.`,
  params: [number],
});

interface Courier {
  readonly name: string;
  readonly phone: string | null;
}

/** Longer first names are cut. */
const MAX_NAME = 20;

/** The customer sees the courier's name and telephone in the order too, and the code that she gives him (rule 59). */
export function onTheWayWords(number: string, courier: Courier | null, handoverCode: string | null): Words {
  const name = toGsm(courier?.name.trim().split(/\s+/)[0] ?? '').slice(0, MAX_NAME) || 'notre livreur';
  const phone = courier?.phone ? dialled(courier.phone) : null;
  return {
    kind: 'on-the-way',
    text: `Amasin : votre commande ${number} est en route avec ${name}.${phone === null ? '' : ` Pour lui parler : ${phone}.`}${handoverCode === null ? '' : ` Code à lui donner : ${handoverCode}.`}`,
    params: [number, name, phone ?? 'Amasin', ...(handoverCode === null ? [] : [handoverCode])],
  };
}

/** @param ours whom to call, in its stored form */
export const deliveredWords = (number: string, ours: string): Words => ({
  kind: 'delivered',
  text: `Amasin : votre commande ${number} est livrée. Rien n'est arrivé ? Appelez-nous sans attendre : ${dialled(ours)}.`,
  params: [number],
});

/** Writes the ten digits to dial. */
const dialled = (phone: string) => phone.replace('+229', '');
