/**
 * What names of columns mean, in English, German, French, Spanish, Portuguese, Italian and Dutch (more in `further-languages.ts`). A line of words matches a name that has
 * one of them; `a+b` wants both; `=a` is the whole name; a stem ending with `-` matches the beginning of a word, one beginning with `-` its end (compounds such as
 * `geburtsdatum`). Order is rank: the first meaning that matches wins, so what is special stands before what is general.
 */
import { FURTHER_LANGUAGES } from './further-languages.ts'
import { fold } from './name-words.ts'

/** What the words of a name say, most telling first; `word` is the one that said it. */
export interface NameMeaning {
  readonly meaning: Meaning
  readonly word: string
}

const WORDS = {
  contact: `email e+mail mail mailaddress emailaddress phone telephone telefon telephon telefono telefone telefoon tel mobile cell cellphone handy fax fon
    mobil mobiltelefon movil celular cellulare courriel correo rufnummer whatsapp skype twitter facebook instagram url website homepage webseite ip ipaddress mac imei imsi msisdn
    username user+name userid login loginname benutzername nickname screenname account+name password passwort kennwort
    webpage linkedin telegram whatsapp mobile+number cell+number contact+number contact+no emails handle`,
  'national-id': `ssn sin nin nino nhs mrn passport passeport reisepass pasaporte passaporte iban bic kontonummer konto+nr kontonr card+number creditcard credit+card+number
    kreditkarte cc+num ccnumber dni nie cpf cnpj rg curp rfc bsn insee nir steuer+id steuerid steuernummer taxid tax+id tin sozialversicherungsnummer svnr
    versichertennummer krankenversichertennummer personalausweis ausweis ausweisnr personennummer personnummer social+security numss codice+fiscale cf tessera
    licence+plate license+plate plate kennzeichen immatriculation matricula nummernschild vin drivers+license drivers+licence driver+license fuehrerschein carte+identite uuid guid
    device+id deviceid cookie+id fingerprint seguro+social nss cns cartao+sus nie+numero dossier numero+dossier aktenzeichen biometric
    ni+number national+insurance health+card medicare+number medicaid+id license+number licence+number badge+number badge plate+number number+plate registration+plate securite+sociale numero+securite rib account+number bank+account passport+number voter+id registration+number card+last npi targa kenteken tablica`,
  'person-name': `surname lastname firstname forename fullname givenname middlename maidenname last+name first+name given+name middle+name maiden+name full+name family+name fname lname mname
    vorname nachname familienname zuname geburtsname rufname prenom nom+famille nom+naissance nom+usage nom+patient nom+client apellido apellidos nombre+completo nombres primer+apellido nome+completo nome+paciente nome+cliente
    sobrenome cognome voornaam achternaam naam patient+name customer+name client+name employee+name passenger+name student+name user+fullname owner+name host+name
    contact+name kundenname patientenname doctor+name physician+name person+name name+of+patient mother+name father+name mothersname fathersname spouse+name
    nome+mae nome+pai nome+da+mae nombre+paciente nombre+cliente initials author maiden prefix suffix salutation athlete player
    legal+name next+kin kin emergency+contact nombre+apellidos guest+name member+name teacher+name parent+name guardian+name driver+name officer+name vollname voorletters`,
  counted:
    'number+of no+of count anzahl nombre+de numero+de cantidad quantidade aantal total totals freq frequency times days hours minutes seconds duration dauer length los avg average mean median min max sum pct percent percentage ratio rate rates index quota score scores weights weight height gewicht poids peso',
  birth: `birth birthdate birthday dob dateofbirth birthyear yob born bdate naissance datenaissance nacimiento nascimento nascita geboorte
    geburt- geburtsdatum geburtsjahr gebdat geb gebdatum gebjahr nasc dtnasc dn
    nac fecha+nac nascido natal birth+date nato+il nata+il ne+le`,
  age: 'faixa+etaria etaria rango+edad tranche+age classe+eta age ages agep agegroup alter altersgruppe edad idade- eta leeftijd agey ageyears agyr edades agegrp age+band ageband agecat edad+anos anios yearsold years+old',
  sex: 'sex gender geschlecht sexe genre sexo genero sesso geslacht anrede civilite gndr gend gendr gendercode female male mujer hombre femme homme',
  origin: `race ethnicity ethnic ethnie ethnicgroup raza raca cor hautfarbe nationality nationalitat nationalitaet nationalite nacionalidad nacionalidade nazionalita
    citizenship citizen staatsangehoerigkeit staatsangehorigkeit staatsbuergerschaft birthplace birth+place place+of+birth geburtsort geburtsland lieu+naissance birth+country country+of+birth
    native language sprache langue idioma lingua taal mothertongue muttersprache migration hispanic hisp ancestry indigena skin+color immigrant foreign
    rac =cit =pobp =anc caste tribe ethnicgrp birth+state birth+city ell english+learner nativity citizenship+status asylum immigration`,
  coordinate:
    'latitude longitude lat lon lng long latlon latlong coordinates coordinate koordinaten breitengrad laengengrad latitud longitud gps geo geolocation easting northing geometry',
  postcode:
    'zip zipcode zip+code postcode postal postalcode plz postleitzahl pincode cep cap codepostal cp codigo+postal codigopostal postnummer postcd zcta',
  street:
    'address addr adresse anschrift strasse str hausnummer street streetname streetaddress housenumber house+number rue direccion domicilio endereco logradouro indirizzo straat adres voie apartment apt',
  place: `city town village municipality municipio commune comune gemeente gemeinde stadt ort wohnort ville ciudad cidade citta stad locality suburb borough neighborhood
    neighbourhood barrio bairro district distrito bezirk kreis landkreis arrondissement quartier county comte condado provincia province departement department+code prefecture state estado etat bundesland
    region regiao regione regio country land pais pays paese nation residence residencia residenza wohnsitz location locale ubicacion place area ward precinct parish tract block+group
    ubigeo hometown birthtown metro metropolitan msa fips puma statefip countyfip urban rural territory continent entidad uf municip- localidad colonia postal+area native+country
    homeland station arrondiss- beat boro hospital clinic krankenhaus klinik hopital provider facility physician doctor arzt medico school+name community sector+code canton kanton
    site siteid site+id institution centre center office organisation organization munic- cnes degurba =bula bundesl- sede =st county+code district+code constituency electoral dist neighbourhood+group subdistrict taluk pincode+area woonplaats departamento comuna poblacion lugar local concelho freguesia road road+name highway zone airport port campus hotel prov`,
  family: `marital married marriage civil+status civilstatus familienstand zivilstand etat+civil estado+civil estadocivil estciv stato+civile burgerlijke relationship family household
    haushalt haushaltsgroesse menage hogar children child kids kinder kinderzahl enfants hijos filhos figli dependents dependent dependants sibsp parch siblings partner spouse housing dwelling wohnform famsize pstatus guardian =mar =mari
    relate famrel living+arrangement homeowner home+ownership conjugal personal+status maritalstatus matrimonial marst twin
    marstat marsta marit martl marriagestatus hhsize hhsiz householdsize household+size famsz situation+familiale nchild children+number conyuge adults babies family+status filing+status`,
  looks: 'hair eye eyes complexion tattoo tattoos scar scars hobby hobbies pastime',
  education: `education educ educational edu degree schooling school schule hochschule university college bildung bildungsabschluss schulabschluss abschluss ausbildung
    diplome etudes formation escolaridad escolaridade educacion educacao istruzione titulo titulo+estudio titolo titolo+studio opleiding qualification grade+level major field+of+study studiengang study alma alevel academic+level escmae
    isced edlevel hatlev hatlevel nivel+estudios estudios niveau+etudes highest+grade escol- instru instrucao scolarite graduation curriculum`,
  health: `diagnosis diagnoses diagnostic diagnose diagnosen diagnostico diagnosi diagnostique diag dx icd icd9 icd10 cid cim disease diseases illness krankheit erkrankung maladie enfermedad doenca malattia condition conditions
    comorbidity comorbidities treatment treatments behandlung therapy therapie traitement tratamiento tratamento medication medications medikament drug drugs prescription arzneimittel wirkstoff
    symptom symptoms allergy allergies surgery operation procedure procedures vaccine vaccination hiv aids cancer tumor tumour stroke diabetes diabetic hypertension depression anxiety asthma asma
    mental psychiatric disorder disability handicap handicapped behinderung pregnant pregnancy schwanger embarazo abortion gestante smoker smoking smokes smoke tobacco alcohol alcoholic dalc walc genotype gene mutation
    cause+death causa+morte causa+muerte causabas todesursache underlying+cause blood+type blutgruppe obesity neumonia epoc renal cronica covid sida sexual injury severity test+result resultado lab+result heart+disease admission+type
    sickness sick ill illness+severity drg chronic comorbid- disabil- discapacidad incapacidad invalidite deficiencia impairment psych- suicid- =dis overdose opioid opioids cigarette cigarettes cigs vape icu intensive+care ventilator ventilated iep special+education special+needs proc procedimiento procedimento intervention hcpcs cpt dgns sen+status aeterm aedecod aeptcd aebodsys aesoc aesev aeser aeout aellt aehlt mhterm mhdecod cmtrt cmdecod adverse+event hospitalized hospitalised infection infected injuries intervento gravite gravita severite chief+complaint visit+reason appointment+reason cuidado+intensivo respirator-
    diagnos- diagnoz- krankheit- malad- ziekte- enfermedad- doenca- medicament- medicac- medicaz- pregnan- schwanger- grossesse gravid- addict- sucht- substance+use substance+abuse abuse violence genetic genetics gruppo+sanguigno groupe+sanguin grupo+sanguineo blood+group vih lgbt- transgender sexlife raucher fumador fumante fumeur fumatore roker vorerkrank- symptom- pmsi`,
  conviction: `crime crimes offense offence offenses delito delikt straftat conviction convicted arrest+charge charge+desc charge+degree charge sentence sentenced recidivism recid felony misdemeanor juv- prior+convictions violation
    iucr fbi+code law+code ofns victim+type weapon
    arrested allegation allegations accused incarcerat- imprison- prison jail parole probation suspension suspensions suspended disciplinary misconduct expelled sanction sanctions demeanor behaviour behavior suspected+crime criminal delitos condena
    convict- arrest+record arrests casier+judiciaire casier judiciaire antecedentes penales penale vorstraf- fedina strafblad infraction infractions`,
  belief:
    'religion religious konfession glaube religione religiao church political politics partei party+affiliation vote voted voting orientation union gewerkschaft sindicato belief ideology philosophy worship party faith denomination confession culte relig- godsdienst geloof syndicat syndical- sindical- sindacal- vakbond politi- partido parti partito sexuell- sexual- seksual- orientier-',
  money: `salary salaries wage wages income incomes earnings pay payroll compensation gehalt lohn einkommen verdienst brutto netto salaire revenu revenus salario sueldo ingreso ingresos renda rendimento reddito stipendio
    inkomen bonus debt debts schulden deuda divida credit+amount credit+score creditscore loan loan+amount loanamount balance kontostand savings vermoegen wealth net+worth rent+amount charges claim claims claim+amount insurance+claim
    capital mortgage bankruptcy pension benefit benefits sozialhilfe fare donation donations gift annual+inc annualincome limit+bal payment+amount overtime+pay hourly+rate daily+rate monthly+rate estimated+salary expense expenses kosten ausgaben
    amount amt premium premiums deductible cost costs expenditure spending spend spent refund tax taxes dividend dividends annuity alimony contribution contributions rent assets property+value home+value house+value valor val+tot valor+total importe montant betrag tip poverty wealth+index lunch food+stamps foodstamp subsidy allowance arrears overdue billed billing paid ingreso+mensual pincp hincp wagp hhinc faminc hhincome price+paid saldo solde bedrag umsatz umsaetze revenue turnover sales+amount chiffre+affaires fatturato facturacion ventas custo custos coste costes costo costi cout couts kosten- miete loyer alquiler aluguel affitto huur retribuzione retribucion remuneration remuneracion remuneracao verguetung vergutung beitrag jahresbeitrag praemie pramie schaden- order+total grand+total invoice+total`,
  work: `occupation occupations profession job jobtitle job+title jobrole jobs beruf berufsgruppe taetigkeit metier emploi puesto ocupacion ocupacao oficio mestiere lavoro beroep
    employer employment employed workclass work+class company firma arbeitgeber entreprise empresa azienda industry branche sector department abteilung position role rank title titel stelle dienstgrad agency
    division team occ ind naics isco soc military veteran army mjob fjob workplace work+type worktype emp+title emp+length seniority =esr erwerb- qualifica erwerbsstatus occp indp
    empstat emplst employment+status nace labour labor labor+force laborforce jobcode occcode employer+name poste service+name cargo dept`,
  outcome: `target class label labels outcome churn churned exited attrition survived default defaulted fraud isfraud approved response responded readmitted readmission result y deposit subscribed purchased bought is+recid two+year+recid deceased hospital+expire+flag expired
    ziel zielvariable classe clase etiqueta klasse accepted admitted won pass passed final+grade rating decision is+default loan+status loanstatus creditability credit+risk risk+flag
    converted conversion canceled cancelled dropout dropped graduated graduate+flag hired+flag quit resigned retained renewed clicked winner action+taken denial denied rejection rejected disposition+final dead morte muerte muerto mort decede fallecido falecido verstorben exitus mortality died+flag death died obito deces unemployed disposition esito desfecho ergebnis`,
  event: `date datum fecha data+hora dt admission admittime discharge dischtime visit aufnahme aufnahmedatum entlassung entlassungsdatum besuch besuchsdatum ingreso+fecha admissao alta deces death deathdate died dod sterbedatum todesdatum obito hire hired hiredate einstellung eintritt
    eintrittsdatum austritt timestamp datetime time tpep+pickup+datetime incident accident+date arrest+date start stop end onset enrollment enrolled registration+date joined signup created`,
  'free-text':
    'comment comments remark remarks note notes description text memo bemerkung bemerkungen kommentar anmerkung anamnese commentaire observaciones observacoes osservazioni narrative review summary freitext message feedback biography bio about',
  'record-id': `id ids identifier identificador identifiant kennung number no nr nbr num num+id nummer numero key code token hash account konto record row rowid rownames index+number case casenumber fallnummer aktennummer ref reference serial seq sequence lfd laufnummer lfdnr index
    member customer+id customerid patient+id patientid pid personid person+id empid employeeid employee+id studentid subject+id subject_id encounter+id hadm passengerid ticket policy police kundennr kundennummer patientennr patientennummer mitgliedsnummer personalnummer matrikelnummer
    barcode transaction+id order+id invoice session rechnungsnummer folio expediente prontuario unnamed -nummer -nr -id
    hhid hhnum hhno hid seqn serialno usubjid subjid uniqueid uid -num respondent+id medallion hack+license badge+id reg+num case+id caseid`,
  name: 'name nom nome nombre navn namn bezeichnung',
  flag: 'is has had flag indicator yn ja nein',
} as const

export type Meaning = keyof typeof WORDS

/** Phrases are more telling than words. */
const ENTRIES = (Object.entries(WORDS) as [Meaning, string][]).flatMap(([meaning, text]) =>
  `${text} ${fold(FURTHER_LANGUAGES[meaning] ?? '')}`
    .trim()
    .split(/\s+/)
    .map((entry) => ({ meaning, words: entry.split('+') }))
    .sort((a, b) => b.words.length - a.words.length),
)
const PHRASES = ENTRIES.filter(({ words }) => words.length > 1)
const SINGLE_WORDS = ENTRIES.filter(({ words }) => words.length === 1).map(({ meaning, words: [word] }) => ({
  meaning,
  word,
}))

/** Every meaning that the words of a name have, in rank; phrases of several words first. */
export function meaningsOf(words: readonly string[]): NameMeaning[] {
  const plain = wholeMeanings(words)
  return plain.length > 0 ? plain : compoundMeanings(words)
}

function firstOfEach(found: readonly NameMeaning[]): NameMeaning[] {
  return found.filter(({ meaning }, i) => found.findIndex((other) => other.meaning === meaning) === i)
}

/** Words that begin or end with a known one of some length (`Hauptdiagnose`, `homephone`, `idademae`), or hold a part that no other word has (`RIAGENDR`). */
function compoundMeanings(words: readonly string[]): NameMeaning[] {
  const found = SINGLE_WORDS.filter(({ meaning, word }) => {
    if (!IN_COMPOUNDS.has(meaning) || !(word.length >= 6 || SHORT_PARTS.has(word))) return false
    const anywhere = word.length >= NEVER_BY_CHANCE
    return words.some(
      (own) => own.length > word.length && (anywhere ? own.includes(word) : own.endsWith(word) || own.startsWith(word)),
    )
  })
  if (found.length > 0) return firstOfEach(found)
  return ABBREVIATIONS.flatMap(([meaning, parts]) => {
    const part = parts.split(' ').find((one) => words.some((word) => word.includes(one)))
    return part === undefined ? [] : [{ meaning, word: part }]
  })
}

/** A word of so many letters inside of another is a part of it: `Vorerkrankungen`. */
const NEVER_BY_CHANCE = 8

/** What surveys make of words where names have eight letters. */
const ABBREVIATIONS: readonly (readonly [Meaning, string])[] = [
  ['birth', 'birth brth bday yob'],
  ['age', 'ageyr agegr'],
  ['sex', 'gendr gndr gend'],
  ['origin', 'ethn reth race hisp citz citiz natl born'],
  ['place', 'urb munic codmun cntry regn'],
  ['family', 'marit martl marst mstat famst hhsiz nchild'],
  ['education', 'educ schl isced'],
  ['work', 'occup ocup isco empst emplst naics nace'],
  ['health', 'diag disab icd'],
  ['money', 'income incom hhinc faminc wage salar'],
]

/** Shorter words that are never part of another by chance. */
const SHORT_PARTS = new Set('phone email beruf stadt gebur raca'.split(' '))

const IN_COMPOUNDS: ReadonlySet<Meaning> = new Set<Meaning>([
  'contact',
  'national-id',
  'person-name',
  'birth',
  'sex',
  'origin',
  'postcode',
  'street',
  'place',
  'family',
  'education',
  'health',
  'belief',
  'money',
  'work',
])

function wholeMeanings(words: readonly string[]): NameMeaning[] {
  const joined = words.join('')
  const phrases = PHRASES.filter(({ words: parts }) => parts.every((part) => words.includes(part)))
  const single = SINGLE_WORDS.flatMap(({ meaning, word: entry }) => {
    const word = matching(entry, words, joined)
    return word === undefined ? [] : [{ meaning, word }]
  })
  return firstOfEach([...phrases.map(({ meaning, words: parts }) => ({ meaning, word: parts.join(' ') })), ...single])
}

/** Scripts that leave no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function matching(entry: string, words: readonly string[], joined: string): string | undefined {
  if (entry.startsWith('=')) return joined === entry.slice(1) ? joined : undefined
  if (entry.endsWith('-')) return words.find((word) => word.startsWith(entry.slice(0, -1)))
  if (entry.startsWith('-')) return words.find((word) => word.endsWith(entry.slice(1)) && word.length > entry.length)
  // One letter says something only where it is the whole name.
  if (entry.length > 1 && words.includes(entry)) return entry
  if (UNSPACED.test(entry)) return words.some((word) => word.includes(entry)) ? entry : undefined
  return joined === entry ? entry : undefined
}
