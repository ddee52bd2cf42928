import type { Zone } from '@amasin/domain/zones/zone.ts';
import { countOf } from '../../../lib/format/money.ts';
import { DeleteDialog, EditDialog } from '../../../ui/listing/RowDialogs.tsx';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';
import { useDeleteZone } from '../api.ts';

const loadForm = () => import('./ZoneForm.tsx').then((module) => module.default);

/** The dialogs of the list. */
export default function ZoneDialogs({ rows }: { rows: readonly Zone[] | undefined }) {
  return (
    <>
      <EditDialog
        kind="zone"
        resource="zones"
        rows={rows}
        adding={{ title: 'Nouvelle zone', done: 'Zone ajoutée' }}
        changing={{ title: 'Modifier la zone', done: 'Zone modifiée' }}
      >
        {(zone, on) => <LazyComponent key={zone?._id} load={loadForm} props={{ zone, ...on }} height={480} />}
      </EditDialog>
      <DeleteDialog rows={rows} useDelete={useDeleteZone} question={() => 'Supprimer cette zone ?'}>
        {({ label, sectors }) => (
          <>
            <span>{`${label}, ${countOf(sectors.length, 'quartier')}. Les commandes passées gardent leur zone et leurs frais.`}</span>
          </>
        )}
      </DeleteDialog>
    </>
  );
}
