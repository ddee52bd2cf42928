import { KeptAddresses } from '../../addresses/KeptAddresses.tsx';
import { ReadersSection } from '../../audit/ReadersSection.tsx';
import { InsuranceSection } from '../../insurance/InsuranceSection.tsx';
import { SecondFactorSection } from '../../session/SecondFactorSection.tsx';
import { useSession } from '../../session/session-context.ts';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { PageTitle } from '../../ui/text.tsx';
import { AccessSection } from '../../users/profile/AccessSection.tsx';
import { OwnDetails } from '../../users/profile/OwnDetails.tsx';
import styles from './profile.module.css';

// Few visits need it.
const OwnDataSection = lazyWithRetry(
  () => import('../../users/own-data/OwnDataSection.tsx').then((module) => module.OwnDataSection),
  { height: 200 },
);

const AllergiesSection = lazyWithRetry(
  () => import('../../users/profile/AllergiesSection.tsx').then((module) => module.AllergiesSection),
  { height: 200 },
);

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
          {isCustomer ? null : <SecondFactorSection user={user} />}
        </div>
        {isCustomer ? (
          <div className={styles.customer}>
            <KeptAddresses />
            <InsuranceSection />
            <AllergiesSection />
          </div>
        ) : null}
        <div className={styles.own}>
          {isCustomer ? <ReadersSection /> : null}
          <OwnDataSection user={user} onChanged={updateUser} />
        </div>
      </div>
    </>
  );
}
