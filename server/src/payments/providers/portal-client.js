// Runs in the payment frame: sends the chosen behaviour to the embedded provider, then posts the outcome to the parent page.
const actions = document.getElementById('actions');
const output = document.getElementById('status');

const texts = {
  paid: 'Paiement accepté.',
  declined: 'Paiement refusé. Vous pouvez fermer cette fenêtre.',
  processing: 'Votre opérateur traite le paiement. Vous pouvez fermer cette fenêtre.',
};

actions.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-behaviour]');
  if (button === null) return;
  const buttons = [...actions.querySelectorAll('button')];
  for (const each of buttons) each.disabled = true;
  output.textContent = 'Un instant…';
  try {
    const response = await fetch(
      `/sandbox-pay/transactions/${encodeURIComponent(actions.dataset.transaction)}/${button.dataset.behaviour}`,
      { method: 'POST' },
    );
    const { outcome } = await response.json();
    output.textContent = texts[outcome] ?? 'Ce paiement n’est plus ouvert.';
    if (outcome === 'paid') window.parent.postMessage({ paymentStatus: 'success' }, window.location.origin);
    if (outcome === 'declined')
      window.parent.postMessage({ paymentStatus: 'failed' }, window.location.origin);
  } catch {
    output.textContent = 'Pas de connexion. Réessayez.';
    for (const each of buttons) each.disabled = false;
  }
});
