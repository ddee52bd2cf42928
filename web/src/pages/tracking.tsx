import { PageTitle } from '../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Suivi de commande · Amasin' }];

export default function Tracking() {
  return <PageTitle title="Suivi de commande" />;
}
