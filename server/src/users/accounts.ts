import { createHash } from 'node:crypto';
import { readUserType, type UserType } from '@amasin/domain/contract/user-type.ts';
import {
  type accountChange,
  type accountFilters,
  missingFields,
  type newAccount,
} from '@amasin/domain/users/account.ts';
import type { candidate, PartnerTitle, User } from '@amasin/domain/users/user.ts';
import type { z } from 'zod';
import { aboutAccount, record, recordChange } from '../audit/record.ts';
import { closeChatsOf } from '../consultations/talk.ts';
import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { UserRow } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { presentCandidate, presentUser } from '../people/present.ts';
import { insertUser, refuseTaken, updateUserRow } from '../people/queries.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { hashPassword } from '../session/passwords.ts';
import { deleteSessionsOf, removeSecondFactor } from '../session/queries.ts';
import { sendSms } from '../sms/send.ts';
import { phoneChangedWords } from '../sms/texts.ts';
import { deleteStockOf } from '../stock/queries.ts';
import { countCarriedOrders, isBoundToType } from './delete-queries.ts';
import { activeChanged, ordersToReassign } from './notices.ts';
import { findAccount, findAccounts, lockAccount } from './queries.ts';

/**
 * Creates an account of any type except superAdmin. By default it is active, a pharmacy is a partner (rule 23), and a
 * prescriber is not verified.
 * @throws 403 FORBIDDEN for a superAdmin; 409 PHONE_TAKEN, EMAIL_TAKEN; 422 INVALID for an authorisation that ends before it begins
 */
export async function createAccount(ctx: Ctx, body: z.output<typeof newAccount>): Promise<User> {
  refuseSuperAdmin(body.type);
  const { name, phone, email, address, password, type, active = true } = body;
  const columns = columnsOfType({ ...body, isPartner: body.isPartner ?? true });
  refuseReversed(columns);
  const passwordHash = await hashPassword(password);
  const row = await transact(ctx.db, async (tx) => {
    const added = await insertUser(tx, {
      name,
      phone,
      email,
      address,
      type,
      active,
      passwordHash,
      ...columns,
      createdAt: ctx.clock.now(),
    });
    await record(ctx, tx, { action: 'create', ...aboutAccount(added) });
    return added;
  });
  return presentUser(row);
}

type Change = z.output<typeof accountChange>;

/**
 * Changes only the fields that the body names. A new type, phone, e-mail or password ends the account's sessions; a
 * change of `active` has the same effects as `switchAccount`.
 * @throws 403 FORBIDDEN from or to superAdmin; 404 NOT_FOUND; 409 ACCOUNT_CHANGED since the body's version was read, TYPE_IN_USE when rows need the old type, PHONE_TAKEN,
 * EMAIL_TAKEN; 422 INVALID when a field that the type requires would be missing
 */
export async function updateAccount(ctx: Ctx, id: string, body: Change): Promise<User> {
  const passwordHash = body.password === undefined ? undefined : await hashPassword(body.password);
  return refuseTaken(() =>
    transact(ctx.db, async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw new Refusal('NOT_FOUND');
      refuseSuperAdmin(before.type, body.type);
      if (body.version !== undefined && body.version !== versionOf(before))
        throw new Refusal('ACCOUNT_CHANGED');
      const type = body.type ?? before.type;
      if (type !== before.type && (await isBoundToType(tx, id))) throw new Refusal('TYPE_IN_USE');
      const columns = columnsOfType({ ...typeFields(before), ...givenFields(body), type });
      refuseIncomplete(before, body, columns);
      refuseReversed(columns);

      const { name, phone, email, address, active = before.active } = body;
      const more = active === before.active ? {} : await applyActiveChange(ctx, tx, before, active);
      const after = await updateUserRow(tx, before, {
        name,
        phone,
        email,
        address,
        type,
        active,
        passwordHash,
        ...columns,
        // A new expiry date is notified again.
        ...(columns.licenceUntil !== before.licenceUntil && { licenceTold: null }),
        awaitsActivation: before.awaitsActivation && type === 'pharmacy' && !active,
        // An explicit isPartner in the body takes precedence.
        ...(body.isPartner === undefined && type === 'pharmacy' && more),
      });
      await endSessions(tx, before, after);
      if (after.type !== before.type) await deleteStockOf(tx, id);
      await recordChange(ctx, tx, aboutAccount(after), before, after);
      if (before.phone !== null && after.phone !== before.phone)
        await sendSms(ctx, tx, { to: before.phone, words: phoneChangedWords(ctx.settings.contactPhone) });
      return presentAccount(after);
    }),
  );
}

/** The columns that depend on the type, in the shape of a request body. */
function typeFields({ longitude, latitude, ...row }: UserRow) {
  const { titrePartenaire, pharmacist, isPartner, onDuty, verified } = row;
  const { licenceNumber, licenceFrom, licenceUntil, orderNumber } = row;
  const location =
    longitude === null || latitude === null ? null : { coordinates: [longitude, latitude] as const };
  const licence = { licenceNumber, licenceFrom, licenceUntil, orderNumber };
  return { titrePartenaire, pharmacist, isPartner, onDuty, verified, location, ...licence };
}

function givenFields(body: Change) {
  const { titrePartenaire, location, pharmacist, isPartner, onDuty, verified } = body;
  const { licenceNumber, licenceFrom, licenceUntil, orderNumber } = body;
  const licence = { licenceNumber, licenceFrom, licenceUntil, orderNumber };
  const given = { titrePartenaire, location, pharmacist, isPartner, onDuty, verified, ...licence };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given;
}

/** A missing address is an error only when the body changes the address. */
function refuseIncomplete(before: UserRow, body: Change, columns: ReturnType<typeof columnsOfType>): void {
  const fields = missingFields({
    type: body.type ?? before.type,
    email: body.email === undefined ? before.email : body.email,
    address: body.address === undefined ? 'unchanged' : body.address,
    titrePartenaire: columns.titrePartenaire,
    location: columns.longitude === null ? null : columns,
  });
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', { fields });
}

/** An authorisation does not end before it begins. */
function refuseReversed({ licenceFrom, licenceUntil }: ReturnType<typeof columnsOfType>): void {
  if (licenceFrom !== null && licenceUntil !== null && licenceUntil < licenceFrom)
    throw invalidField('licenceUntil', 'La fin est avant le début');
}

async function endSessions(tx: Database, before: UserRow, after: UserRow): Promise<void> {
  const credentials = ['type', 'phone', 'email', 'passwordHash'] as const;
  if (credentials.some((column) => after[column] !== before[column]))
    await deleteSessionsOf(tx, after.id, null);
}

/**
 * Activates or deactivates an account; without `active`, toggles it. A deactivated account has no sessions left.
 * @throws 403 FORBIDDEN for a super administrator; 404 NOT_FOUND
 */
export async function switchAccount(ctx: Ctx, id: string, requested: boolean | undefined): Promise<User> {
  return transact(ctx.db, async (tx) => {
    const before = await lockAccount(tx, id);
    if (before === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(before.type);
    const active = requested ?? !before.active;
    if (active === before.active) return presentUser(before);
    const more = await applyActiveChange(ctx, tx, before, active);
    const awaitsActivation = before.awaitsActivation && !active;
    await record(ctx, tx, { action: active ? 'activate' : 'deactivate', ...aboutAccount(before) });
    return presentUser(await updateUserRow(tx, before, { active, awaitsActivation, ...more }));
  });
}

/**
 * Side effects of activating or deactivating a locked account: deactivation ends its sessions and consultations; both
 * send notifications. Returns further columns to update. A pharmacy that registered itself becomes a partner when first
 * activated (rule 23).
 */
async function applyActiveChange(
  ctx: Ctx,
  tx: Database,
  account: UserRow,
  active: boolean,
): Promise<{ isPartner?: true }> {
  if (!active) {
    await deleteSessionsOf(tx, account.id, null);
    await closeChatsOf(ctx.jobs, tx, account.id, ctx.clock.now());
  }
  const openOrders = active ? 0 : await countCarriedOrders(tx, account.id);
  await notify(ctx.jobs, tx, ctx.clock.now(), [
    activeChanged(account, active),
    ...(await ordersToReassign(tx, account, openOrders)),
  ]);
  return active && account.awaitsActivation ? { isPartner: true } : {};
}

/**
 * Removes the second factor of an account whose person has lost it, and ends its sessions.
 * @throws 403 FORBIDDEN for a super administrator: the server's command does it; 404 NOT_FOUND
 */
export async function resetSecondFactor(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    await removeSecondFactor(tx, id);
    await deleteSessionsOf(tx, id, null);
    await record(ctx, tx, { action: 'remove-second-factor', ...aboutAccount(account) });
  });
}

/**
 * Ends all sessions of an account whose telephone or password somebody else may have.
 * @throws 403 FORBIDDEN for a super administrator: the server's command does it; 404 NOT_FOUND
 */
export async function endUserSessions(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const account = await lockAccount(tx, id);
    if (account === null) throw new Refusal('NOT_FOUND');
    refuseSuperAdmin(account.type);
    await deleteSessionsOf(tx, id, null);
    await record(ctx, tx, { action: 'end-sessions', ...aboutAccount(account) });
  });
}

interface TypeFields {
  readonly type: UserType;
  readonly titrePartenaire?: PartnerTitle | null | undefined;
  readonly location?: { readonly coordinates: readonly [number, number] } | null | undefined;
  readonly pharmacist?: string | null | undefined;
  readonly licenceNumber?: string | null | undefined;
  readonly licenceFrom?: string | null | undefined;
  readonly licenceUntil?: string | null | undefined;
  readonly orderNumber?: string | null | undefined;
  readonly isPartner?: boolean | undefined;
  readonly onDuty?: boolean | undefined;
  readonly verified?: boolean | undefined;
}

/** The columns that belong to one type only: the given values for that type, empty for every other type. */
export function columnsOfType(given: TypeFields) {
  const { type, titrePartenaire, location, pharmacist, isPartner, onDuty, verified } = given;
  const isPharmacy = type === 'pharmacy';
  const isPrescriber = type === 'partnerDoctor';
  const [longitude, latitude] = (isPharmacy && location?.coordinates) || [null, null];
  return {
    titrePartenaire: isPrescriber ? (titrePartenaire ?? null) : null,
    verified: isPrescriber && verified === true,
    pharmacist: isPharmacy ? (pharmacist ?? null) : null,
    licenceNumber: isPharmacy ? (given.licenceNumber ?? null) : null,
    licenceFrom: isPharmacy ? (given.licenceFrom ?? null) : null,
    licenceUntil: isPharmacy ? (given.licenceUntil ?? null) : null,
    orderNumber: isPharmacy ? (given.orderNumber ?? null) : null,
    isPartner: isPharmacy && isPartner === true,
    onDuty: isPharmacy && onDuty === true,
    longitude,
    latitude,
  };
}

/**
 * Super administrators are created and changed only by the server's own command (rule 25).
 * @throws 403 FORBIDDEN when one of the types is superAdmin
 */
export function refuseSuperAdmin(...types: readonly (UserType | undefined)[]): void {
  if (types.includes('superAdmin')) throw new Refusal('FORBIDDEN');
}

/** An account as the super administrator reads it, with the version that a change of it may name. */
function presentAccount(row: UserRow): User & { version: string } {
  return { ...presentUser(row), version: versionOf(row) };
}

/** Differs when a field that the super administrator edits differs; a pharmacy changes `onDuty` itself. */
function versionOf(row: UserRow): string {
  const { onDuty: _, ...edited } = presentUser(row);
  return createHash('sha256').update(JSON.stringify(edited)).digest('base64url').slice(0, 22);
}

/** @throws 422 INVALID for an unknown type */
export async function listAccounts(
  ctx: Ctx,
  { type: typeFilter, ...search }: z.output<typeof accountFilters>,
): Promise<{ users: User[]; total: number }> {
  const type = typeFilter ? readUserType(typeFilter) : undefined;
  if (typeFilter && type === undefined) throw invalidField('type', 'Type inconnu');
  const { rows, total } = await findAccounts(ctx.db, { ...search, type });
  return { users: rows.map(presentAccount), total };
}

/** @throws 404 NOT_FOUND, including for a removed account */
export async function loadAccount(ctx: Ctx, id: string): Promise<UserRow> {
  const account = await findAccount(ctx.db, id);
  if (account === null) throw new Refusal('NOT_FOUND');
  return account;
}

/** The types that a supervisor can read. */
const readableBySupervisor: ReadonlySet<UserType> = new Set(['pharmacy', 'deliveryPerson', 'agent']);

/**
 * An account, with the fields that the caller may see: all of them for the super administrator and for one's own account,
 * contact details for a supervisor.
 * @throws 404 NOT_FOUND for every account that the caller may not see
 */
export async function readAccount(ctx: Ctx, id: string): Promise<z.input<typeof candidate>> {
  const row = await loadAccount(ctx, id);
  if (ctx.actor.type === 'superAdmin') return presentAccount(row);
  if (row.id === ctx.actor._id) return presentUser(row);
  if (ctx.actor.type !== 'supervisor' || !readableBySupervisor.has(row.type)) throw new Refusal('NOT_FOUND');
  return { ...presentCandidate(row), address: row.address };
}
