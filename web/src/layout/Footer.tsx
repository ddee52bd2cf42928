import type { User } from '@amasin/domain/users/user.ts';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { version } from '../../../package.json';
import { contact } from '../lib/contact.ts';
import { homePathOf } from '../session/page-access.ts';
import { useSession } from '../session/session-context.ts';
import { useSignOut } from '../session/sign-out.tsx';
import { Logo } from '../ui/art.tsx';
import { Paragraph } from '../ui/plain.tsx';
import { PhoneLink } from '../ui/text.tsx';
import { SchemeSwitch } from '../ui/theme/SchemeSwitch.tsx';
import styles from './Footer.module.css';
import { useEntrance } from './Header.tsx';

export function Footer() {
  const { user } = useSession();
  const entrance = useEntrance();
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Logo />
          <Paragraph small quiet className={styles.promise}>
            Vos médicaments, livrés chez vous à Cotonou et aux environs.
          </Paragraph>
        </div>
        <nav aria-label="Liens rapides">
          <h2 className={styles.heading}>Liens rapides</h2>
          <ul className={styles.list}>
            <FooterLink to="/">Accueil</FooterLink>
            <FooterLink to="/medicaments">Chercher un médicament</FooterLink>
            <FooterLink to="/pharmacies">Trouver une pharmacie</FooterLink>
            <FooterLink to="/about">À propos</FooterLink>
            <FooterLink to="/confidentialite">Confidentialité</FooterLink>
            <FooterLink to="/conditions">Conditions</FooterLink>
            <FooterLink to="/mentions-legales">Mentions légales</FooterLink>
          </ul>
        </nav>
        {entrance ? (
          <nav aria-label="Connexion">
            <h2 className={styles.heading}>Connexion</h2>
            <ul className={styles.list}>
              <FooterLink to="/login">Connexion client</FooterLink>
              <FooterLink to="/register">Inscription</FooterLink>
              <FooterLink to="/admin">Espace professionnel</FooterLink>
            </ul>
          </nav>
        ) : null}
        {user === null ? null : <OwnAccount key={user._id} user={user} />}
        <section aria-label="Contact">
          <h2 className={styles.heading}>Contact</h2>
          <ul className={styles.list}>
            <li>
              <PhoneLink phone={contact.phone} name="Amasin" />
            </li>
            <li>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
            </li>
            <li>{contact.place}</li>
          </ul>
        </section>
      </div>
      <div className={styles.end}>
        <div>
          <Paragraph
            small
            quiet
            suppressHydrationWarning
          >{`© ${new Date().getFullYear()} Amasin. Tous droits réservés.`}</Paragraph>
          <Paragraph small quiet>{`Version ${version}`}</Paragraph>
        </div>
        <SchemeSwitch />
      </div>
    </footer>
  );
}

function OwnAccount({ user }: { user: User }) {
  const { start: signOut, question } = useSignOut();
  return (
    <nav aria-label="Mon compte">
      <h2 className={styles.heading}>Mon compte</h2>
      <ul className={styles.list}>
        <FooterLink to={homePathOf(user)}>Mon espace</FooterLink>
        <li>
          <Anchor component="button" type="button" onClick={signOut}>
            Se déconnecter
          </Anchor>
        </li>
      </ul>
      {question}
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  );
}
