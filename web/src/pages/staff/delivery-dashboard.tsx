import { Delivering } from '../../orders/delivering/Delivering.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Mes livraisons · Amasin' }];

export default function DeliveryDashboard() {
  return (
    <>
      <PageTitle title="Mes livraisons" />
      <Delivering />
    </>
  );
}
