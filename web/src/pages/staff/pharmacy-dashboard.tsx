import { FileLink } from '../../files/FileLink.tsx';
import { Preparing } from '../../orders/preparing/Preparing.tsx';
import { OwnDutySwitch } from '../../pharmacies/duty/OwnDutySwitch.tsx';
import { useSession } from '../../session/session-context.ts';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Commandes à préparer · Amasin' }];

export default function PharmacyDashboard() {
  const { user, updateUser } = useSession();
  return (
    <>
      <PageTitle title="Commandes à préparer" />
      {user === null ? null : (
        <OwnDutySwitch
          accountId={user._id}
          switched={user.onDuty}
          onSwitched={(onDuty) => updateUser({ ...user, onDuty })}
        />
      )}
      <Preparing fileLink={(file) => <FileLink {...file} />} />
    </>
  );
}
