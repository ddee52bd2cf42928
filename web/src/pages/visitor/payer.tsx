import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { pageMeta } from '../../lib/seo.ts';
import { PayRequestView } from '../../payments/PayRequestView.tsx';
import { useSession } from '../../session/session-context.ts';
import { EmptyState, ListSkeleton } from '../../ui/feedback.tsx';

// What a preview of the link shows is the same for all: it does not get the token.
export const meta = () => [
  ...pageMeta({
    title: 'Payer pour un proche · Amasin',
    description: 'Une personne que vous connaissez vous demande de payer pour elle. Sans compte.',
    hidden: true,
  }),
  { name: 'referrer', content: 'no-referrer' },
];

/** A provider's page returns without the part behind `#`: the tab remembers which link it is, and what it has opened. */
const TOKEN = 'payer-link';
const PAYMENT = 'payer-payment';

function remember(name: string, value: string | null): void {
  try {
    if (value === null) window.sessionStorage.removeItem(name);
    else window.sessionStorage.setItem(name, value);
  } catch {
    // Without storage the page works until it is left.
  }
}

function recall(name: string): string | null {
  try {
    return window.sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

type Opened = { token: string | null; transactionId: string | null };

/** The link that is opened here. Null until the page is in a browser. */
function useOpened() {
  const { hash } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    const known = recall(TOKEN);
    const token = hash.slice(1) || known;
    if (token !== known) {
      remember(TOKEN, token);
      remember(PAYMENT, null);
    }
    setOpened({ token, transactionId: recall(PAYMENT) });
  }, [hash]);
  const setTransaction = (transactionId: string) => {
    remember(PAYMENT, transactionId);
    setOpened((before) => before && { ...before, transactionId });
  };
  return { opened, setTransaction };
}

/** Pays for somebody else, by the link that they have sent. Needs no account. */
export default function Payer() {
  const { status } = useSession();
  const { opened, setTransaction } = useOpened();
  // What is loaded before it is known who is here is dropped then.
  if (opened === null || status === 'loading') return <ListSkeleton rows={3} height={96} />;
  const { token, transactionId } = opened;
  if (token === null)
    return (
      <EmptyState title="Aucun lien de paiement" titleOrder={1} pictogram="moon">
        Ouvrez cette page avec le lien que vous avez reçu.
      </EmptyState>
    );
  return <PayRequestView key={token} token={token} transactionId={transactionId} onOpened={setTransaction} />;
}
