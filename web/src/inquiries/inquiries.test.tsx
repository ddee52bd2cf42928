import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { type Inquiry, type InquiryLine, inquiryEndpoints } from '@amasin/domain/inquiries/endpoints.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeSoundChoice } from '../notifications/sound.ts';
import { SessionContext } from '../session/session-context.ts';
import { fakeApi, networkError, refuse, type Sent } from '../testing/fake-api.ts';
import { fakeLive } from '../testing/fake-live.ts';
import { aUser } from '../testing/people.ts';
import { plain } from '../testing/plain.ts';
import { aSession } from '../testing/session.ts';
import { showPage } from '../testing/show-page.tsx';
import { Inquiries } from './Inquiries.tsx';
import { Ringing } from './Ringing.tsx';
import { RING_MS } from './ring.ts';

// Rule 64: the pharmacy answers before money moves.

const PAGE = '/pharmacy-dashboard';
const id = (n: number) => `0198a000-0000-7000-8000-0000000000${n}`;

const aLine = (n: number, change: Partial<InquiryLine> = {}): InquiryLine => ({
  medicationId: id(n),
  label: `Médicament ${n}`,
  form: 'tablet',
  quantity: 2,
  price: 2_000,
  answer: null,
  isFixed: false,
  ...change,
});
/** It is 9 h 05 in Benin when tests begin. */
const anInquiry = (change: Partial<Inquiry> = {}): Inquiry => ({
  _id: id(91),
  orderNumber: 'CMD-000041',
  zone: 'Cotonou – 12e arrondissement',
  state: 'asked',
  askedAt: new Date(Date.now() - 3 * 60_000).toISOString(),
  seenAt: null,
  nextAt: new Date(Date.now() + 7 * 60_000).toISOString(),
  heldUntil: null,
  lines: [aLine(11), aLine(12)],
  ...change,
});
const seen = (change: Partial<Inquiry> = {}) => anInquiry({ seenAt: new Date().toISOString(), ...change });

type Body = CallInput<typeof inquiryEndpoints.answerInquiry>['body'];

/** A pharmacy’s page at which these inquiries wait, with a server that writes what is answered. */
function open(...first: Inquiry[]) {
  let inquiries = first;
  const api = fakeApi();
  const change = (one: Inquiry) => {
    inquiries = inquiries.map((other) => (other._id === one._id ? one : other));
    return { inquiry: one };
  };
  const asked = ({ path }: Sent) => inquiries.find(({ _id }) => path.includes(_id)) ?? anInquiry();
  api.on(inquiryEndpoints.listInquiries, () => ({ inquiries, total: inquiries.length }));
  api.on(inquiryEndpoints.seeInquiry, (sent) => change({ ...asked(sent), seenAt: new Date().toISOString() }));
  const answer = (sent: Sent) => {
    const { lines, done } = sent.body as Body;
    const one = asked(sent);
    const answered = one.lines.map(({ known: _, offered: __, ...line }): InquiryLine => {
      const said = lines.find(({ medicationId }) => medicationId === line.medicationId);
      if (said === undefined) return line;
      const { answer, price, offeredId, note } = said;
      const { medicationId, label, form } = line;
      const offered = { medicationId: offeredId ?? medicationId, label, form, price: price ?? line.price };
      const isOther = answer === 'other' || answer === 'equivalent';
      return { ...line, answer, ...(isOther && { offered }), ...(note && { note }) };
    });
    const kept = { state: 'answered' as const, heldUntil: new Date(Date.now() + 30 * 60_000).toISOString() };
    return change({ ...one, lines: answered, seenAt: one.askedAt, ...(done && kept) });
  };
  api.on(inquiryEndpoints.answerInquiry, answer);
  const show = (url = PAGE) =>
    showPage(
      <SessionContext value={aSession(aUser({ type: 'pharmacy' }))}>
        <Ringing />
        <Inquiries />
      </SessionContext>,
      url,
    );
  return {
    ...api,
    answer,
    show,
    set: (...next: Inquiry[]) => {
      inquiries = next;
    },
    answers: () => api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body),
    calls: () => api.sent.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/, 'ID')}`),
  };
}

/** The buttons of a line. */
const line = async (n: number) => {
  const group = within(await screen.findByRole('group', { name: `2 × Médicament ${n}` }));
  const press = (name: string) => fireEvent.click(group.getByRole('button', { name }));
  const pressed = () => group.queryByRole('button', { pressed: true })?.textContent;
  return { ...group, press, pressed };
};
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('what nobody has seen', () => {
  const tones = vi.fn();
  beforeEach(() => {
    tones.mockClear();
    document.title = 'Commandes à préparer · Amasin';
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const param = {
      setValueAtTime: () => {},
      linearRampToValueAtTime: () => {},
      exponentialRampToValueAtTime: () => {},
    };
    const node = { connect: () => node };
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        resume = async () => tones();
        createGain = () => ({ ...node, gain: param });
        createOscillator = () => ({ ...node, frequency: { value: 0 }, start: () => {}, stop: () => {} });
      },
    );
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    });
  });
  const pass = () => vi.advanceTimersByTime(RING_MS);
  const USUAL = 'Commandes à préparer · Amasin';

  it.each([
    ['the card', () => fireEvent.click(screen.getByText('CMD-000041'))],
    ['« Voir »', () => fireEvent.click(screen.getByRole('button', { name: 'Voir' }))],
    ['an answer', () => fireEvent.click(screen.getAllByRole('button', { name: 'Non' })[0]!)],
  ])('rings in turns until %s is touched', async (_, touch) => {
    writeSoundChoice(true);
    const page = open(anInquiry());
    page.show();
    expect((await screen.findByRole('alert')).textContent).toContain('Nouvelle demande');
    await waitFor(() => expect(document.title).toBe('(1) Demande · Amasin'));
    pass();
    expect(document.title).toBe(USUAL);
    pass();
    expect(document.title).toBe('(1) Demande · Amasin');
    const before = tones.mock.calls.length;
    expect(before).toBeGreaterThanOrEqual(3);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    touch();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await waitFor(() => expect(page.calls()).toContain('POST /api/inquiries/ID/seen'));
    const after = tones.mock.calls.length;
    pass();
    pass();
    expect(document.title).toBe(USUAL);
    expect(tones).toHaveBeenCalledTimes(after);
  });

  it.each([null, false])('is silent where sounds are %s, and shows itself', async (sounds) => {
    if (sounds !== null) writeSoundChoice(sounds);
    open(anInquiry(), anInquiry({ _id: id(92) })).show();
    await waitFor(() => expect(document.title).toBe('(2) Demandes · Amasin'));
    pass();
    expect(tones).not.toHaveBeenCalled();
  });

  it('is silent before a first gesture', async () => {
    writeSoundChoice(true);
    Object.assign(navigator, { userActivation: { hasBeenActive: false } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'));
    open(anInquiry()).show();
    await screen.findByRole('alert');
    pass();
    expect(tones).not.toHaveBeenCalled();
  });

  it('begins on a hidden page, and ends when another device has seen it', async () => {
    const live = fakeLive();
    const page = open();
    page.show();
    await waitFor(() => expect(page.calls()).toHaveLength(1));
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    page.set(anInquiry());
    await live.receive('changed', ['inquiries']);
    await screen.findByRole('alert');
    page.set(seen());
    await live.receive('changed', ['inquiries']);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.title).toBe(USUAL);
  });

  it('is said beside other panels, with the way to it', async () => {
    const page = open(anInquiry());
    page.show(`${PAGE}?tab=liste`);
    const notice = await screen.findByText('1 nouvelle demande');
    fireEvent.click(
      within(notice.closest('[role=alert]') as HTMLElement).getByRole('link', { name: 'Voir' }),
    );
    await waitFor(() => expect(window.location.search).toBe(''));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(page.calls()).toContain('POST /api/inquiries/ID/seen');
  });

  it.each([
    seen(),
    anInquiry({ state: 'answered', heldUntil: new Date(Date.now() + 60_000).toISOString() }),
    anInquiry({ state: 'found' }),
  ])('never rings for what is seen or not asked any more', async (one) => {
    open(one).show();
    await screen.findByText('CMD-000041');
    expect(document.title).toBe(USUAL);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a card', () => {
  it('says what is asked, for which zone, since when and until when', async () => {
    open(seen()).show();
    const card = await screen.findByRole('region', { name: 'CMD-000041' });
    const text = plain(card.textContent);
    expect(text).toContain('Cotonou – 12e arrondissement · Il y a 3 min');
    expect(text).toMatch(/Réponse attendue avant \d\d h \d\d/);
    expect(text).toContain('2 × Médicament 11Comprimé · 2 000 F la boîte');
  });

  it('where it is not waited for, says that it may still be answered', async () => {
    open(seen({ state: 'silent' })).show();
    await screen.findByText('Nous demandons aussi ailleurs ; vous pouvez encore répondre');
  });

  it('nothing is asked: nothing is shown', async () => {
    const page = open();
    page.show();
    await waitFor(() => expect(page.calls()).toHaveLength(1));
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('shows why it was not loaded, and asks again', async () => {
    const page = open(seen());
    page.on(inquiryEndpoints.listInquiries, () => refuse('INTERNAL'));
    page.show();
    const retry = await button('Réessayer');
    page.on(inquiryEndpoints.listInquiries, () => ({ inquiries: [seen()], total: 1 }));
    fireEvent.click(retry);
    await screen.findByText('CMD-000041');
  });

  it('the open ones come before what is kept, the oldest first', async () => {
    const kept = { state: 'answered' as const, heldUntil: new Date(Date.now() + 60_000).toISOString() };
    open(
      seen({ _id: id(81), orderNumber: 'CMD-000001', ...kept }),
      seen({ _id: id(82), orderNumber: 'CMD-000002' }),
      seen({ _id: id(83), orderNumber: 'CMD-000003' }),
    ).show();
    await screen.findByText('CMD-000001');
    const names = screen
      .getAllByRole('region', { name: /^CMD/ })
      .map((one) => one.getAttribute('aria-label'));
    expect(names).toEqual(['CMD-000002', 'CMD-000003', 'CMD-000001']);
  });
});

describe('the answer', () => {
  it('is one tap when all is there', async () => {
    const page = open(anInquiry());
    page.show();
    const tap = vi.fn();
    document.addEventListener('click', tap);
    onTestFinished(() => document.removeEventListener('click', tap));
    fireEvent.click(await button('Tout est là'));
    const kept = await screen.findByText(/^Gardez ces boîtes jusqu’à/);
    expect(plain(kept.textContent)).toMatch(/jusqu’à \d\d h \d\d$/);
    expect(tap).toHaveBeenCalledOnce();
    expect(page.answers()).toEqual([
      {
        lines: [
          { medicationId: id(11), answer: 'there' },
          { medicationId: id(12), answer: 'there' },
        ],
        done: true,
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Tout est là' })).toBeNull();
  });

  it('what is known is ticked with why, is not asked again, and may be changed', async () => {
    const lines = [
      aLine(11, { known: 'list', answer: 'there' }),
      aLine(12, { known: 'confirmed', answer: 'there' }),
      aLine(13),
    ];
    const page = open(seen({ lines }));
    page.show();
    const [first, second] = [await line(11), await line(12)];
    expect([first.pressed(), second.pressed()]).toEqual(['Là', 'Là']);
    first.getByText('dans votre liste');
    second.getByText('confirmé il y a moins de 12 h');
    second.press('Non');
    await waitFor(() => expect(page.answers()).toHaveLength(1));
    await waitFor(() => expect(second.pressed()).toBe('Non'));
    expect(second.queryByText(/confirmé/)).toBeNull();
    fireEvent.click(await button('Le reste est là'));
    await screen.findByText(/^Gardez ces boîtes/);
    expect(page.answers().at(-1)).toEqual({ lines: [{ medicationId: id(13), answer: 'there' }], done: true });
  });

  it.each([
    ['Là', 'there'],
    ['Non', 'missing'],
  ])('« %s » is sent at once', async (name, answer) => {
    const page = open(seen());
    page.show();
    (await line(11)).press(name);
    await waitFor(() =>
      expect(page.answers()).toEqual([{ lines: [{ medicationId: id(11), answer }], done: false }]),
    );
    expect((await line(11)).pressed()).toBe(name);
    expect((await button('Envoyer la réponse')).disabled).toBe(true);
    screen.getByText(/Encore 1\sligne sans réponse/);
  });

  it('is sent once all lines are answered, and says what that means', async () => {
    const page = open(seen());
    page.show();
    (await line(11)).press('Non');
    (await line(12)).press('Non');
    await screen.findByText('Vous ne gardez rien : nous demandons ailleurs.');
    (await line(12)).press('Là');
    screen.getByText('Vous gardez ces boîtes 30 minutes.');
    expect(screen.queryByRole('button', { name: /est là$/ })).toBeNull();
    await waitFor(() => expect(page.answers()).toHaveLength(3));
    fireEvent.click(await button('Envoyer la réponse'));
    await screen.findByText(/^Gardez ces boîtes/);
    expect(page.answers().at(-1)).toMatchObject({ done: true });
  });

  it('nothing is there: the card goes', async () => {
    const page = open(seen({ lines: [aLine(11, { answer: 'missing' })] }));
    page.on(inquiryEndpoints.answerInquiry, () => {
      page.set();
      return { inquiry: seen({ state: 'refused' }) };
    });
    page.show();
    fireEvent.click(await button('Envoyer la réponse'));
    await screen.findByText('Réponse envoyée, merci');
    await waitFor(() => expect(screen.queryByText('CMD-000041')).toBeNull());
  });

  const type = (group: Awaited<ReturnType<typeof line>>, label: string, value: string) => {
    const field = group.getByLabelText(label);
    fireEvent.change(field, { target: { value } });
    fireEvent.blur(field);
    return field as HTMLInputElement;
  };
  const PRICE = 'Prix de la boîte (FCFA)';

  it.each([
    ['2.400', 'flacon de 150 ml', { price: 2_400, note: 'flacon de 150 ml' }],
    ['2 400 F', '', { price: 2_400, note: null }],
    ['', 'boîte de 30', { price: null, note: 'boîte de 30' }],
  ])('another box at « %s », « %s »', async (price, note, sent) => {
    const page = open(seen({ lines: [aLine(11)] }));
    page.show();
    const first = await line(11);
    first.press('Autre boîte ou prix');
    expect((await button('Envoyer la réponse')).disabled).toBe(true);
    if (price !== '') type(first, PRICE, price);
    if (note !== '') type(first, 'Quelle boîte', note);
    await waitFor(() =>
      expect(page.answers().at(-1)).toMatchObject({ lines: [{ answer: 'other', ...sent }], done: false }),
    );
    expect((await button('Envoyer la réponse')).disabled).toBe(false);
  });

  it.each(['deux mille', '0', '2.40.0'])(
    'the price « %s » is marked, stays as it was typed, and is not sent',
    async (price) => {
      const page = open(seen({ lines: [aLine(11)] }));
      page.show();
      const first = await line(11);
      first.press('Autre boîte ou prix');
      const field = type(first, PRICE, price);
      await first.findByText('Prix invalide');
      expect([field.value, field.getAttribute('aria-invalid')]).toEqual([price, 'true']);
      expect((await button('Envoyer la réponse')).disabled).toBe(true);
      expect(page.answers()).toEqual([]);
      // It stays marked while the box is described.
      type(first, 'Quelle boîte', 'Flacon');
      await first.findByText('Prix invalide');
      type(first, 'Quelle boîte', '');
      type(first, PRICE, '2400');
      await waitFor(() => expect(page.answers()).toHaveLength(1));
      expect(first.queryByText('Prix invalide')).toBeNull();
    },
  );

  it('the price that the server refuses is marked in its line, and stays', async () => {
    const page = open(seen());
    const message = 'Vérifiez ce prix : il est très loin du nôtre';
    page.on(inquiryEndpoints.answerInquiry, (sent) => {
      const at = (sent.body as Body).lines.findIndex(({ answer }) => answer === 'other');
      return at < 0 ? page.answer(sent) : refuse('INVALID', { [`lines.${at}.price`]: message });
    });
    page.show();
    const second = await line(12);
    second.press('Autre boîte ou prix');
    const field = type(second, PRICE, '24 000');
    const isMarked = () => second.findByText((text) => plain(text) === message);
    await isMarked();
    fireEvent.click(await button('Le reste est là'));
    await waitFor(() => expect(page.answers()).toHaveLength(2));
    await isMarked();
    expect([field.value, screen.queryByText('Réponse envoyée, merci')]).toEqual(['24 000', null]);
  });

  it('an equivalent is chosen from the list, and its price may be changed', async () => {
    const page = open(seen({ lines: [aLine(11)] }));
    const offers = [{ _id: id(71), label: 'Clamoxyl 500 mg', form: 'tablet' as const, price: 1_500 }];
    page.on(inquiryEndpoints.listOffers, ({ query }) => {
      expect(query).toEqual({ medicationId: id(11) });
      return { equivalents: offers, total: 1 };
    });
    page.show();
    const first = await line(11);
    first.press('Équivalent');
    const radio = await first.findByRole('radio', { name: 'Clamoxyl 500 mg' });
    first.getByText(/1\s500\sF la boîte/);
    expect((await button('Envoyer la réponse')).disabled).toBe(true);
    fireEvent.click(radio);
    const equivalent = { medicationId: id(11), answer: 'equivalent', offeredId: id(71), note: null };
    await waitFor(() =>
      expect(page.answers()).toEqual([{ lines: [{ ...equivalent, price: 1_500 }], done: false }]),
    );
    type(first, PRICE, '1 600');
    await waitFor(() =>
      expect(page.answers().at(-1)).toEqual({ lines: [{ ...equivalent, price: 1_600 }], done: false }),
    );
  });

  it('no equivalent is safe: says so', async () => {
    const page = open(seen());
    page.on(inquiryEndpoints.listOffers, () => ({ equivalents: [], total: 0 }));
    page.show();
    const first = await line(11);
    first.press('Équivalent');
    await first.findByText('Aucun équivalent sûr au catalogue : répondez Non');
    expect(page.answers()).toEqual([]);
  });

  it('where the prescriber allows no other, there is no such choice', async () => {
    open(seen({ lines: [aLine(11, { isFixed: true })] })).show();
    const first = await line(11);
    first.getByText('Le prescripteur ne permet pas de remplacer');
    expect(first.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Là',
      'Autre boîte ou prix',
      'Non',
    ]);
  });

  it('without a network each choice stays, says so, survives a reload, and is sent with the end', async () => {
    const page = open(seen());
    page.on(inquiryEndpoints.answerInquiry, () => networkError);
    page.show();
    const first = await line(11);
    first.press('Non');
    await first.findByText('Pas encore envoyé : partira avec la réponse');
    expect(first.pressed()).toBe('Non');
    cleanup();
    page.show();
    const again = await line(11);
    again.getByText('Pas encore envoyé : partira avec la réponse');
    fireEvent.click(await button('Le reste est là'));
    await screen.findByText(/^Erreur lors de l’envoi/);
    expect(again.pressed()).toBe('Non');
    page.on(inquiryEndpoints.answerInquiry, page.answer);
    fireEvent.click(await button('Le reste est là'));
    await screen.findByText(/^Gardez ces boîtes/);
    expect(page.answers().at(-1)).toEqual({
      lines: [
        { medicationId: id(11), answer: 'missing' },
        { medicationId: id(12), answer: 'there' },
      ],
      done: true,
    });
  });

  it('of two choices of a line the last one is sent last', async () => {
    const page = open(seen());
    const held: (() => void)[] = [];
    page.on(inquiryEndpoints.answerInquiry, async (sent) => {
      await new Promise<void>((go) => held.push(go));
      return page.answer(sent);
    });
    page.show();
    const first = await line(11);
    first.press('Là');
    first.press('Non');
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.();
    await waitFor(() => expect(held).toHaveLength(2));
    expect(first.pressed()).toBe('Non');
    held[1]?.();
    await waitFor(() =>
      expect(page.answers()).toMatchObject([
        { lines: [{ answer: 'there' }] },
        { lines: [{ answer: 'missing' }] },
      ]),
    );
    expect(first.pressed()).toBe('Non');
  });

  it.each([
    ['INQUIRY_FOUND', 'Merci, trouvé : une autre pharmacie a répondu', [seen({ state: 'found' })]],
    ['INQUIRY_OVER', 'Cette demande n’attend plus de réponse : la commande a changé', []],
  ] as const)('%s: says so, and reads the list again', async (code, message, next) => {
    const page = open(seen());
    page.on(inquiryEndpoints.answerInquiry, () => {
      page.set(...next);
      return refuse(code);
    });
    page.show();
    fireEvent.click(await button('Tout est là'));
    await screen.findByText((text) => plain(text) === message);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Tout est là' })).toBeNull());
    expect(screen.queryAllByText('Merci, trouvé')).toHaveLength(next.length);
  });
});

describe('afterwards', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it.each([
    ['found', null, 'Merci, trouvé'],
    ['lapsed', at(-1), 'Plus à garder'],
    ['ended', at(20), 'Le client n’attend plus'],
    ['answered', at(20), /^Gardez ces boîtes jusqu’à/],
    ['answered', at(-1), 'Gardez encore ces boîtes : le client paie peut-être'],
  ] as const)('%s, kept until %s: « %s »', async (state, heldUntil, words) => {
    open(seen({ state, heldUntil })).show();
    await screen.findByText(words);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['found', at(-31), null],
    ['lapsed', at(-90), at(-31)],
    ['refused', at(-1), null],
    ['kept', at(-1), at(20)],
  ] as const)('%s goes', async (state, askedAt, heldUntil) => {
    const page = open(seen({ state, askedAt, heldUntil }));
    page.show();
    await waitFor(() => expect(page.calls()).toHaveLength(1));
    expect(screen.queryByText('CMD-000041')).toBeNull();
  });

  it('lists what to keep, at which price, and not what lacks', async () => {
    const offered = { medicationId: id(72), label: 'Clamoxyl 500 mg', form: 'tablet' as const, price: 1_500 };
    const lines = [
      aLine(11, { answer: 'there' }),
      aLine(12, { answer: 'equivalent', offered }),
      aLine(13, { answer: 'missing' }),
    ];
    open(seen({ state: 'answered', heldUntil: at(20), lines })).show();
    await screen.findByText('2 × Médicament 11');
    expect(
      screen
        .getAllByRole('listitem')
        .slice(-2)
        .map(({ textContent }) => plain(textContent)),
    ).toEqual(['2 × Médicament 11', '2 × Clamoxyl 500 mg · 1 500 F']);
  });
});
