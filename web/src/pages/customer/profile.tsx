import { ReadersSection } from '../../audit/own/ReadersSection.tsx';
import { FileLink } from '../../files/FileLink.tsx';
import { InsuranceSection } from '../../insurance/InsuranceSection.tsx';
import { SecondFactorSection } from '../../session/second-factor/SecondFactorSection.tsx';
import { useSession } from '../../session/session-context.ts';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { AccessSection } from '../../users/profile/access/AccessSection.tsx';
import { OwnDetails } from '../../users/profile/OwnDetails.tsx';
import { useZones } from '../../zones/api.ts';
import styles from './profile.module.css';

// Lazy: below the person's own details.
const loadAddresses = () =>
  import('../../addresses/KeptAddresses.tsx').then((module) => module.KeptAddresses);
// Only the forms need them.
const loadPicker = () => import('../../files/FilePicker.tsx').then((module) => module.FilePicker);
const loadZoneField = () => import('../../zones/ZoneField.tsx').then(({ ZoneField }) => ZoneField);

export const meta = () => [{ title: 'Mon profil · Amasin' }];

export default function Profile() {
  const { user, updateUser } = useSession();
  if (user === null) return <PageTitle title="Mon profil" />;
  const isCustomer = user.type === 'customer';
  return (
    <>
      <PageTitle title="Mon profil" />
      <div className={styles.parts} data-insured={isCustomer || undefined}>
        <div className={styles.own}>
          <OwnDetails user={user} onSaved={updateUser} />
          <AccessSection user={user} />
          {isCustomer ? <ReadersSection /> : <SecondFactorSection user={user} />}
        </div>
        {isCustomer ? <CustomerParts /> : null}
      </div>
    </>
  );
}

function CustomerParts() {
  const zones = useZones();
  return (
    <div className={styles.customer}>
      <LazyComponent
        load={loadAddresses}
        height={180}
        props={{
          zones: zones.data,
          renderZone: (slot) => (
            <LazyComponent load={loadZoneField} props={{ ...slot, zones: zones.data ?? [] }} height={76} />
          ),
        }}
      />
      <InsuranceSection
        renderPicker={(field) => (
          <LazyComponent load={loadPicker} props={{ ...field, category: 'insurance' }} height={120} />
        )}
        renderFileLink={({ url }) => (
          <FileLink fileKey={url} name="Carte d’assurance" label="Voir la carte" />
        )}
      />
    </div>
  );
}
