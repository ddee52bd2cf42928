import { PageTitle } from '../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Gestion des commandes · Amasin' }];

export default function SupervisorDashboard() {
  return <PageTitle title="Gestion des commandes" />;
}
