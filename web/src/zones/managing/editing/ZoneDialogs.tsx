import type { Zone } from '@amasin/domain/zones/zone.ts';
import { countOf } from '../../../lib/format.ts';
import { DeleteDialog, EditDialog } from '../../../ui/RowDialogs.tsx';
import { useDeleteZone } from '../api.ts';
import { ZoneForm } from './ZoneForm.tsx';

/** The dialogs of the list. */
export function ZoneDialogs({ rows }: { rows: readonly Zone[] | undefined }) {
  return (
    <>
      <EditDialog
        kind="zone"
        resource="zones"
        rows={rows}
        adding={{ title: 'Nouvelle zone', done: 'Zone ajoutée' }}
        changing={{ title: 'Modifier la zone', done: 'Zone modifiée' }}
      >
        {(zone, on) => <ZoneForm key={zone?._id} zone={zone} {...on} />}
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
