// Runs in the payment frame: tells the embedded provider how to behave, then its parent how it went.
const ways = document.getElementById('ways');
const said = document.getElementById('said');

const texts = {
  paid: 'Paiement accepté.',
  declined: 'Paiement refusé. Vous pouvez fermer cette fenêtre.',
  processing: 'Votre opérateur traite le paiement. Vous pouvez fermer cette fenêtre.',
};

ways.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-behaviour]');
  if (button === null) return;
  const buttons = [...ways.querySelectorAll('button')];
  for (const each of buttons) each.disabled = true;
  said.textContent = 'Un instant…';
  try {
    const answer = await fetch(
      `/sandbox-pay/transactions/${encodeURIComponent(ways.dataset.transaction)}/${button.dataset.behaviour}`,
      { method: 'POST' },
    );
    const { outcome } = await answer.json();
    said.textContent = texts[outcome] ?? 'Ce paiement n’est plus ouvert.';
    if (outcome === 'paid') window.parent.postMessage({ paymentStatus: 'success' }, window.location.origin);
    if (outcome === 'declined')
      window.parent.postMessage({ paymentStatus: 'failed' }, window.location.origin);
  } catch {
    said.textContent = 'Pas de connexion. Réessayez.';
    for (const each of buttons) each.disabled = false;
  }
});
