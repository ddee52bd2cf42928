import { VisuallyHidden } from '@mantine/core';
import { Delivering } from '../../orders/delivering/Delivering.tsx';

export const meta = () => [{ title: 'Mes livraisons · Amasin' }];

export default function DeliveryDashboard() {
  return (
    <>
      <VisuallyHidden component="h1">Mes livraisons</VisuallyHidden>
      <Delivering />
    </>
  );
}
