/** The invariants of accounts and their sessions, as queries for their violations. */
export const peopleInvariants: Readonly<Record<string, string>> = {
  // A deactivated account may sign in again, to read that it is deactivated (rule 24); a removed one has no password.
  'I11 a deactivated or removed account has no session from before': `
    select s.id from sessions s join users u on u.id = s.user_id
    where not u.active and (u.phone is null or s.created_at < (
      select max(a.at) from audit a
      where a.action = 'deactivate' and a.subject_kind = 'user' and a.subject_id = u.id::text))`,
  // Two writings of one number would both be unique: each is kept in the one form.
  'I13 no two users share a phone, and each is kept in its normalised form': `
    select min(id::text) as id from users where phone is not null group by phone having count(*) > 1
    union all select id::text from users where phone !~ '^\\+22901[0-9]{8,10}$'`,
  'the names of patients are those of the prescriptions': `
    select folded_name as id from patient_names full join (select distinct folded_name from prescriptions) p using (folded_name)
    where patient_names.folded_name is null or p.folded_name is null`,
};
