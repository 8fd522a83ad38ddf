/** Common first names of Europe and the Americas, without accents: enough of them to tell a column of names from one of places or goods. */
const TEXT = `
james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald steven paul andrew joshua kenneth kevin brian george timothy ronald
edward jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry tyler aaron jose
adam nathan henry douglas zachary peter kyle noah ethan jeremy walter christian keith roger terry harry ralph sean jesse roy louis billy bruce eugene carl arthur albert oliver liam mason
mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah
stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather
diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn
janice jean abigail alice julia judy sophia grace denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie kayla alexis lori ava mia
hans peter klaus wolfgang juergen jurgen gunter guenter dieter horst manfred uwe bernd werner heinz helmut gerhard rainer michael stefan andreas markus matthias sebastian florian tobias
jan tim lukas felix leon jonas paul maximilian moritz niklas karl friedrich otto ernst kurt rolf ulrich dirk jens sven ralf holger torsten thorsten marco mario oliver ursula monika
petra sabine renate helga karin brigitte ingrid erika christa gisela susanne gabriele claudia birgit heike martina angelika katharina anja silke tanja nadine sandra katrin kathrin ute
elke lea lena leonie mia hanna johanna greta ida marlene frieda clara klara lina amelie luisa louisa heidi jutta bettina cornelia doris eva ilse irmgard hildegard gertrud elfriede
jean pierre michel andre philippe rene louis alain jacques bernard marcel daniel roger robert claude christian georges francois nicolas julien thomas antoine maxime alexandre quentin
hugo lucas theo enzo mathis nathan gabriel raphael jules adam marie jeanne francoise monique catherine nathalie isabelle jacqueline anne sylvie martine nicole sophie christine celine
chloe camille manon lea ines jade zoe juliette margaux pauline aurelie emilie sandrine veronique brigitte valerie corinne
antonio jose manuel francisco juan david javier daniel carlos miguel alejandro rafael pedro angel pablo sergio fernando jorge luis alberto alvaro adrian diego raul ivan ruben enrique
ramon vicente andres joaquin santiago eduardo victor mario ignacio alfonso maria carmen ana isabel laura cristina marta josefa antonia dolores lucia pilar elena sara paula raquel rosa
beatriz rocio silvia mercedes julia irene alba teresa encarnacion montserrat andrea nuria concepcion sofia valentina camila mariana gabriela daniela fernanda guadalupe juana
joao jose antonio francisco carlos paulo pedro lucas luiz marcos luis gabriel rafael marcelo bruno felipe rodrigo gustavo thiago tiago guilherme mateus joaquim rui nuno vasco diogo
ana maria antonia francisca adriana juliana marcia fernanda patricia aline sandra camila amanda bruna jessica leticia julia luciana vanessa mariana beatriz larissa ines catarina matilde
giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore carlo franco domenico bruno paolo michele giorgio aldo sergio luciano andrea marco alessandro matteo
lorenzo riccardo davide simone federico stefano roberto giulia chiara francesca federica sara martina valentina alessia elisa ilaria anna rosa angela giovanna teresa lucia carmela
caterina paola elena silvia giuseppina antonella
johannes cornelis hendrik willem jan pieter gerrit jacobus daan sem bram lars thijs sander jeroen bas wouter maarten anna johanna wilhelmina elisabeth sanne lotte fleur femke anouk
mohamed mohammed muhammad ahmed ali omar hassan ibrahim fatima aisha leila yusuf mustafa mehmet emine ayse
erik lars anders per nils sven olof bjorn ingrid astrid kristina birgitta karin olga tatiana natalia svetlana elena ivan sergei dmitri alexei andrei vladimir
piotr krzysztof andrzej tomasz pawel jan agnieszka malgorzata katarzyna krystyna barbara ewa wei li ming hiroshi yuki kenji priya raj anita sanjay arjun
`

export const FIRST_NAMES: ReadonlySet<string> = new Set(TEXT.trim().split(/\s+/))
