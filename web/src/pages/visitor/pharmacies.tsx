import { pageMeta } from '../../lib/seo.ts';
import { PharmacyFinder } from '../../pharmacies/PharmacyFinder.tsx';
import { PageLink, PageTitle } from '../../ui/text.tsx';

export const meta = () =>
  pageMeta({
    title: 'Trouver une pharmacie · Amasin',
    description:
      'Les pharmacies près de vous et les pharmacies de garde à Cotonou et aux environs : adresse, téléphone, horaires, itinéraire.',
  });

export default function Pharmacies() {
  return (
    <>
      <PageTitle
        title="Trouver une pharmacie"
        description="Près de vous, ou de garde en ce moment."
        action={<PageLink to="/pharmacies/medicament">Qui a ce médicament ?</PageLink>}
      />
      <PharmacyFinder />
    </>
  );
}
