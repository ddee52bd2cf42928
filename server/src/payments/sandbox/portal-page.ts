import { formatAmount } from '@amasin/domain/contract/money.ts';
import { escapeMarkup } from '../../routing/escape-markup.ts';
import type { SandboxTransaction } from './queries.ts';

const otherBehaviours = [
  ['approve-late', 'Accepter plus tard'],
  ['approve-twice', 'Accepter, et le dire deux fois'],
  ['wrong-amount', 'Payer un autre montant'],
  ['silent', 'Accepter sans rien dire'],
] as const;

/** The page inside the payment frame; without a transaction, a text that says the payment is no longer open. */
export function portalPage(transaction: SandboxTransaction | null): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paiement de démonstration</title>
<link rel="stylesheet" href="/sandbox-pay/portal.css">
</head>
<body>
<main class="page" aria-label="Paiement mobile">
<p class="brand">Paiement mobile · démonstration</p>
${transaction === null ? notOpen : form(transaction)}
</main>
</body>
</html>
`;
}

const notOpen = `<h1>Ce paiement n’est plus ouvert</h1>
<p>Fermez cette fenêtre, puis recommencez le paiement. Rien n’a été débité.</p>`;

function form({ amount, message, transactionId }: SandboxTransaction): string {
  const money = formatAmount(amount);
  return `<h1>${money} F</h1>
<p>${escapeMarkup(message)}</p>
<p class="note">Aucun argent ne circule : choisissez ce que fera l’opérateur.</p>
<div id="actions" data-transaction="${escapeMarkup(transactionId)}">
<button type="button" class="main" data-behaviour="approve">Accepter le paiement</button>
<button type="button" data-behaviour="decline">Refuser le paiement</button>
<details>
<summary>Autres réponses de l’opérateur</summary>
${otherBehaviours.map(([key, label]) => `<button type="button" data-behaviour="${key}">${label}</button>`).join('\n')}
</details>
</div>
<p id="status" role="status" aria-live="polite"></p>
<script src="/sandbox-pay/portal.js"></script>`;
}
