import { PageTitle } from '../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Commandes de la pharmacie · Amasin' }];

export default function PharmacyDashboard() {
  return <PageTitle title="Commandes de la pharmacie" />;
}
