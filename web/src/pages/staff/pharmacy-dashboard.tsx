import { FileLink } from '../../files/FileLink.tsx';
import { Preparing } from '../../orders/preparing/Preparing.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Commandes à préparer · Amasin' }];

export default function PharmacyDashboard() {
  return (
    <>
      <PageTitle title="Commandes à préparer" />
      <Preparing fileLink={(file) => <FileLink {...file} />} />
    </>
  );
}
