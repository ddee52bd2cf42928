import { FileLink } from '../../files/FileLink.tsx';
import { Preparing } from '../../orders/preparing/Preparing.tsx';
import { OwnDutySwitch } from '../../pharmacies/duty/OwnDutySwitch.tsx';
import { useSession } from '../../session/session-context.ts';
import { LazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { UrlPanel } from '../../ui/loading/UrlPanel.tsx';

const loadStatements = () => import('../../statements/Statements.tsx').then(({ Statements }) => Statements);
const loadAccess = () => import('./panels/AccessPanel.tsx').then(({ AccessPanel }) => AccessPanel);

export const meta = () => [{ title: 'Commandes à préparer · Amasin' }];

export default function PharmacyDashboard() {
  const { user, updateUser } = useSession();
  if (user === null) return null;
  return (
    <UrlPanel
      panels={[
        {
          name: 'orders',
          title: 'Commandes à préparer',
          panel: <Preparing fileLink={(file) => <FileLink {...file} />} />,
        },
        {
          name: 'duty',
          title: 'Garde',
          panel: (
            <OwnDutySwitch
              accountId={user._id}
              switched={user.onDuty}
              onSwitched={(onDuty) => updateUser({ ...user, onDuty })}
            />
          ),
        },
        {
          name: 'releves',
          title: 'Relevés',
          panel: <LazyComponent load={loadStatements} props={{ of: 'pharmacy' }} rows={4} height={72} />,
        },
        {
          name: 'connexion',
          title: 'Connexion',
          panel: <LazyComponent load={loadAccess} props={{ user }} rows={2} height={180} />,
        },
      ]}
    />
  );
}
