import { PageTitle } from '../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Nouvelle commande · Amasin' }];

export default function NewOrder() {
  return <PageTitle title="Nouvelle commande" />;
}
