import { ErrorState } from './ErrorState.tsx';

/** A fault of our own in the page: nothing to explain, one way out. */
export function PageFault() {
  return (
    <ErrorState
      page
      message="Cette page n’a pas pu s’afficher."
      kept="Vos commandes sont en sécurité. Rechargez la page pour continuer."
      onRetry={() => window.location.reload()}
    />
  );
}
