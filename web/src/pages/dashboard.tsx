import { PageTitle } from '../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Tableau de bord · Amasin' }];

export default function Dashboard() {
  return <PageTitle title="Tableau de bord" />;
}
