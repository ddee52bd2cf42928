import { FileLink } from '../../files/FileLink.tsx';
import { InsuranceSection } from '../../insurance/InsuranceSection.tsx';
import { useSession } from '../../session/session-context.ts';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { OwnDetails } from '../../users/profile/OwnDetails.tsx';
import styles from './profile.module.css';

// Only the form needs it.
const loadPicker = () => import('../../files/FilePicker.tsx').then((module) => module.FilePicker);

export const meta = () => [{ title: 'Mon profil · Amasin' }];

export default function Profile() {
  const { user, updateUser } = useSession();
  if (user === null) return <PageTitle title="Mon profil" />;
  const isCustomer = user.type === 'customer';
  return (
    <>
      <PageTitle title="Mon profil" />
      <div className={styles.parts} data-insured={isCustomer || undefined}>
        <OwnDetails user={user} onSaved={updateUser} />
        {isCustomer ? (
          <InsuranceSection
            renderPicker={(field) => (
              <LazyComponent load={loadPicker} props={{ ...field, category: 'insurance' }} height={120} />
            )}
            renderFileLink={({ url }) => (
              <FileLink fileKey={url} name="Carte d’assurance" label="Voir la carte" />
            )}
          />
        ) : null}
      </div>
    </>
  );
}
