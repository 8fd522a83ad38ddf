/**
 * Words of `vocabulary.ts` in further languages: Swedish, Norwegian, Danish, Finnish, Polish, Czech, Hungarian, Romanian, Turkish, Indonesian, Russian,
 * Chinese, Japanese, Korean. Words in letters are written as names are folded (no accents); ideographs, kana and hangul match anywhere in a name, since
 * no blanks stand between such words.
 */
import type { Meaning } from './vocabulary.ts'

export const FURTHER_LANGUAGES: Readonly<Partial<Record<Meaning, string>>> = {
  contact: `telefonnummer mobilnummer epost e+post epostadresse e+postadress eposta e+posta cep+telefonu puhelin puhelinnumero sahkoposti telefonu nr+telefonu telefonszam surel telepon
    телефон почта мобильный 电话 電話 手机 手機 邮箱 邮件 微信 传真 メール 携帯 전화 이메일 휴대폰`,
  'national-id': `pesel nip regon dowod+osobisty tckn tc+kimlik kimlik+no fodselsnummer cpr cpr+nummer hetu henkilotunnus rodne+cislo cnp nik ktp aadhaar aadhar nif cuil cuit rut cedula
    снилс инн паспорт полис 身份证 护照 社保号 银行卡 车牌 证件 マイナンバー 保険証 旅券 免許証 個人番号 주민등록번호 여권 면허`,
  'person-name': `imie nazwisko adi+soyadi soyad soyadi soyisim isim fornamn efternamn fornavn efternavn etunimi sukunimi jmeno prijmeni keresztnev vezeteknev prenume nume nama nama+lengkap
    фамилия имя отчество фио 姓名 名字 氏名 名前 フリガナ ふりがな 이름 성명 성함`,
  birth:
    'urodzenia urodzenie dogum fodelse- fodsel- syntyma- narozeni szuletesi nasterii lahir tanggal+lahir рождения 出生 生日 生年 誕生 생년 출생 생일',
  age: 'wiek yas alder ika vek eletkor varsta umur usia возраст 年龄 年齡 年齢 나이 연령',
  sex: 'plec cinsiyet kon kjonn sukupuoli pohlavi nem jenis+kelamin пол 性别 性別 성별',
  origin: `obywatelstwo narodowosc uyruk medborgarskap statsborgerskap kansalaisuus obcanstvi allampolgarsag kewarganegaraan гражданство национальность 民族 国籍 國籍 籍贯 出身 국적`,
  postcode: 'kod+pocztowy posta+kodu postinumero psc kode+pos индекс 邮编 邮政编码 郵便番号 우편번호',
  street: 'ulica gata gatuadress alamat адрес улица 地址 住址 住所 番地 주소',
  place: `miasto miejscowosc wojewodztwo powiat gmina kraj il ilce sehir ulke mahalle kommun kommune lan fylke kunta kaupunki maakunta mesto obec okres varos megye judet oras kota provinsi kabupaten kecamatan
    город область район регион страна 省份 省 城市 区县 地区 国家 都道府県 市区町村 県 市町村 시도 시군구 지역 도시`,
  family: `stan+cywilny medeni+hal medeni+durum cocuk civilstand sivilstand civilstatus siviilisaaty lapset rodinny+stav csaladi+allapot stare+civila status+perkawinan семейное дети брак
    婚姻 子女 配偶 世帯 家族 子供 결혼 혼인 가족`,
  education: `wyksztalcenie egitim ogrenim utbildning utdanning uddannelse koulutus vzdelani vegzettseg studii pendidikan образование 学历 學歷 学歴 教育 专业 専攻 학력`,
  health: `rozpoznanie chorob- ciaza niepelnospraw- leki hamile- engelli ilac leczenie tani teshis hastalik diagnos sjukdom sykdom sygdom diagnoosi sairaus diagnoza nemoc betegseg boala penyakit диагноз болезнь лечение заболевание
    诊断 診断 疾病 病名 病史 疾患 症状 手术 手術 治疗 治療 药物 薬 진단 질병 병명`,
  conviction: 'karalnosc wyrok sabika- suc+kaydi судимость 犯罪 前科 전과',
  belief:
    'wyznanie zwiazek+zawodowy poglady partia siyasi sendika cinsel+yonelim din inanc livsaskadning uskonto nabozenstvi vallas agama религия 宗教 政治面貌 종교',
  money: `koszt koszty kwota przychod obrot maliyet tutar ciro hinta kustannus naklady cena+celkem koltseg cost+total biaya wynagrodzenie dochod dochody pensja zarobki maas gelir ucret manadslon arslon inkomst arsinkomst lonn inntekt indkomst palkka tulot plat mzda prijem jovedelem fizetes venit gaji penghasilan
    зарплата доход оклад 收入 工资 薪资 年薪 月薪 余额 贷款 年収 月収 収入 給与 所得 残高 소득 연봉 급여 월급`,
  work: `zawod stanowisko meslek yrke befattning stilling ammatti povolani zamestnani foglalkozas beosztas ocupatie profesie pekerjaan профессия должность 职业 職業 职务 岗位 工作单位 部门 勤務先 部署 役職 직업 직장 부서`,
  'free-text':
    'uwagi aciklama anteckning merknad huomautus poznamka megjegyzes catatan комментарий примечание 备注 備考 비고',
  'record-id': 'numer cislo sorszam sira+no номер 序号 编号 编码 番号 번호',
  name: 'ad adi nev',
}
