import { firstUpper } from '@amasin/domain/contract/format.ts';
import { countOf } from '../lib/format.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';

/** Numbers of the orders and consultation messages that only this device has, and that signing out would remove. */
export type Lost = { readonly orders: number; readonly messages: number };

type Props = { lost: Lost; opened: boolean; onClose: () => void; onConfirm: () => void };

export function SignOutQuestion({ lost, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      question={questionOf(lost)}
      confirmLabel="Se déconnecter"
      closeLabel="Rester connecté"
      danger
    >
      {warningOf(lost)}
    </ConfirmDialog>
  );
}

function questionOf({ orders, messages }: Lost): string {
  const order = orders === 1 ? 'une commande' : countOf(orders, 'commande');
  const message = messages === 1 ? 'un message' : countOf(messages, 'message');
  const what = [...(orders > 0 ? [order] : []), ...(messages > 0 ? [message] : [])].join(' et ');
  const gone = `parti${messages > 0 ? '' : 'e'}`;
  const verb = orders + messages === 1 ? `n’est pas ${gone}` : `ne sont pas ${gone}s`;
  return `${firstUpper(what)} ${verb}`;
}

function warningOf({ orders, messages }: Lost): string {
  const pronoun = messages > 0 ? 'Il' : 'Elle';
  return orders + messages === 1
    ? `${pronoun} n’est que sur cet appareil : se déconnecter l’efface.`
    : `${pronoun}s ne sont que sur cet appareil : se déconnecter les efface.`;
}
